/** Follows the reader's own choice of light or dark. */
export const pageStyle = `
:root { color-scheme: light dark; --dim: light-dark(#666, #999); --line: light-dark(#ddd, #3a3a3a);
  --card: light-dark(#f6f6f4, #232323); --accent: light-dark(#27632a, #8fce92); --bad: light-dark(#a11, #f88); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
header p, .meta, summary { color: var(--dim); font-size: .85rem; }
article { margin: 1.2rem 0; overflow-wrap: anywhere; }
article.user { border-left: 3px solid var(--accent); background: var(--card); padding: .1rem 1rem; }
article.note, details { border: 1px solid var(--line); border-radius: 6px; padding: .4rem .8rem; margin: .6rem 0; }
details.error > summary { color: var(--bad); }
details.branch { margin-left: 1rem; }
pre { font: .85rem/1.45 ui-monospace, monospace; background: var(--card); padding: .7rem; border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: .2rem .6rem; }
img { max-width: 100%; } .label { color: var(--accent); font-size: .85rem; }
`;
