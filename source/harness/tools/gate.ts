import type {Capability} from './define-tool.ts';

export type Decision = 'allow' | 'ask' | 'deny';

/** Plain data, as it stands in a settings file. A rule applies when all that it names is so. */
export type GateRule = {
	readonly capability?: readonly Capability[];
	readonly tools?: readonly string[];
	/** Arguments by name, as patterns in which `*` stands for anything: `{command: 'git push*'}`. */
	readonly input?: Readonly<Record<string, string>>;
	readonly decision: Decision;
};

export type GatedCall = {
	readonly capability: Capability;
	readonly toolName: string;
	readonly input: unknown;
};

/**
 * The rule sets that come with the product; a setting names one of them. Writing through a link that leaves the
 * project is asked about under each of them, where the file is about to be written.
 */
export const ruleSets = {
	allow: [{decision: 'allow'}],
	'ask-writes': [{capability: ['read'], decision: 'allow'}, {decision: 'ask'}],
	'read-only': [{capability: ['read'], decision: 'allow'}, {decision: 'deny'}],
} as const satisfies Readonly<Record<string, readonly GateRule[]>>;

export type RuleSetName = keyof typeof ruleSets;

function fits(pattern: string, value: unknown): boolean {
	if (typeof value !== 'string') return false;
	const source = pattern
		.split('*')
		.map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
		.join('[^]*');
	return new RegExp(`^${source}$`).test(value);
}

function inputFits(patterns: Readonly<Record<string, string>>, input: unknown): boolean {
	if (typeof input !== 'object' || input === null) return false;
	const given = new Map<string, unknown>(Object.entries(input));
	return Object.entries(patterns).every(([name, pattern]) => fits(pattern, given.get(name)));
}

function applies(rule: GateRule, call: GatedCall): boolean {
	return (
		(rule.capability === undefined || rule.capability.includes(call.capability)) &&
		(rule.tools === undefined || rule.tools.includes(call.toolName)) &&
		(rule.input === undefined || inputFits(rule.input, call.input))
	);
}

/** The first rule that applies decides; what no rule speaks of is asked about. */
export function decide(rules: readonly GateRule[], call: GatedCall): Decision {
	return rules.find(rule => applies(rule, call))?.decision ?? 'ask';
}
