import {type Resources, readBody} from '../harness/index.ts';

/** Where a resource comes from. */
export type SourceInfo = {
	readonly path: string;
	readonly source: string;
	readonly scope: 'user' | 'project' | 'temporary';
	readonly origin: 'package' | 'top-level';
	readonly baseDir?: string;
};

export type Skill = {
	readonly name: string;
	readonly description: string;
	/** The model is told this path and reads the file when it needs it. */
	readonly filePath: string;
	/** Paths in the skill are relative to it. */
	readonly baseDir: string;
	readonly sourceInfo: SourceInfo;
	/** Only a person may call it. */
	readonly disableModelInvocation: boolean;
};

export type PromptTemplate = {
	readonly name: string;
	readonly description: string;
	readonly argumentHint?: string;
	/** Sent in the place of `/name arguments`. */
	readonly content: string;
	readonly filePath: string;
	readonly sourceInfo: SourceInfo;
};

export type AgentsFile = {readonly path: string; readonly content: string};

/** For a resource that no file stands for. */
export const createSyntheticSourceInfo = (
	path: string,
	info: Partial<Omit<SourceInfo, 'path'>> & {readonly source: string},
): SourceInfo => ({path, scope: 'temporary', origin: 'top-level', ...info});

type OwnSkill = Resources['skills'][number];
type OwnTemplate = Resources['templates'][number];

const scopes = {
	flag: 'temporary',
	project: 'project',
	person: 'user',
	package: 'user',
	shipped: 'user',
} as const;

const sourceOf = ({path, scope, from}: Pick<OwnSkill, 'path' | 'scope' | 'from'>): SourceInfo => ({
	path,
	source: from ?? (scope === 'shipped' ? 'bough' : 'local'),
	scope: scopes[scope],
	origin: scope === 'shipped' || scope === 'package' ? 'package' : 'top-level',
});

const scopeOf = ({scope}: SourceInfo): OwnSkill['scope'] =>
	scope === 'project' ? 'project' : scope === 'user' ? 'person' : 'flag';

export const toSkill = (skill: OwnSkill): Skill => ({
	name: skill.name,
	description: skill.description,
	filePath: skill.path,
	baseDir: skill.path.replace(/[/\\][^/\\]*$/, ''),
	sourceInfo: sourceOf(skill),
	disableModelInvocation: skill.isHidden,
});

export const fromSkill = (skill: Skill): OwnSkill => ({
	name: skill.name,
	description: skill.description,
	path: skill.filePath,
	scope: scopeOf(skill.sourceInfo),
	isHidden: skill.disableModelInvocation,
});

export const toTemplate = (template: OwnTemplate): PromptTemplate => ({
	name: template.name,
	description: template.description,
	...(template.argumentHint === undefined ? {} : {argumentHint: template.argumentHint}),
	content: template.text ?? readBody(template.path),
	filePath: template.path,
	sourceInfo: sourceOf(template),
});

export const fromTemplate = (template: PromptTemplate): OwnTemplate => ({
	name: template.name,
	description: template.description,
	...(template.argumentHint === undefined ? {} : {argumentHint: template.argumentHint}),
	text: template.content,
	path: template.filePath,
	scope: scopeOf(template.sourceInfo),
});
