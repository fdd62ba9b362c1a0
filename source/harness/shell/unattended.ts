/** Fails both where a shell reads it and where it is split into words and started. */
const noEditor =
	'sh -c "echo \'There is no editor and no terminal here. Give the text on the command line instead.\' >&2; exit 1"';

const editorVariables = [
	'EDITOR',
	'VISUAL',
	'GIT_EDITOR',
	'GIT_SEQUENCE_EDITOR',
	'HGEDITOR',
	'SVN_EDITOR',
	'GH_EDITOR',
	'KUBE_EDITOR',
];

const pagerVariables = ['PAGER', 'GIT_PAGER', 'MANPAGER', 'GH_PAGER', 'SYSTEMD_PAGER'];

const all = (names: readonly string[], value: string): Readonly<Record<string, string>> =>
	Object.fromEntries(names.map(name => [name, value]));

/** Variables by which programs that would wait for a person fail at once, with a reason. */
export const unattended: Readonly<Record<string, string>> = {
	...all(editorVariables, noEditor),
	...all(pagerVariables, 'cat'),
	GIT_TERMINAL_PROMPT: '0',
	// Empty switches off the helpers of the configuration too.
	GIT_ASKPASS: '',
	SSH_ASKPASS_REQUIRE: 'never',
	DEBIAN_FRONTEND: 'noninteractive',
	PIP_NO_INPUT: '1',
	TERM: 'dumb',
};
