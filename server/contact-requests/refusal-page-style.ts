/** The look of the site in miniature: the page stands alone, and its policy lets in this text only. */
export const refusalPageStyle = `
:root { color-scheme: light dark; --ground: #f6f4ef; --ink: #14181d; --panel: #fff; --line: #6b7178; --act: #ff8a1f; --fault: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ground: #14181d; --ink: #f1efea; --panel: #1f252c; --line: #8d949c; --fault: #ffb4ab } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.15 }
[role=alert] { padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--fault) }
a { color: inherit }
.call, button { display: block; width: 100%; min-height: 3.25rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.625rem; font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer }
.call { background: var(--act); color: #14181d }
button { background: var(--ink); color: var(--ground) }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
.field { margin: 0 0 1rem }
label { display: block; margin: 0 0 0.25rem; font-weight: 600 }
input, select, textarea { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--panel); color: inherit; font: inherit }
[aria-invalid] { border: 2px solid var(--fault) }
.problem { margin: 0.25rem 0 0; color: var(--fault); font-weight: 600 }
`;
