/** The look of the site (site/styles/tokens.css) in miniature: the page stands alone, without a request. */
export const refusalPageStyle = `
:root { color-scheme: light dark; --ground: oklch(0.968 0.006 85); --text: oklch(0.24 0.012 255); --raised: #fff; --edge: oklch(0.56 0.012 255); --act: oklch(0.72 0.18 52); --on-act: oklch(0.21 0.012 255); --fault: oklch(0.5 0.19 27) }
@media (prefers-color-scheme: dark) { :root { --ground: oklch(0.235 0.012 255); --text: oklch(0.93 0.006 85); --raised: oklch(0.285 0.014 255); --edge: oklch(0.62 0.012 255); --fault: oklch(0.78 0.13 25) } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.15 }
[role=alert] { padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--fault) }
a { color: inherit }
.call, button { display: block; width: 100%; min-height: 3.25rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.75rem; font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer }
.call { background: var(--act); color: var(--on-act) }
.number { white-space: nowrap }
button { background: var(--text); color: var(--ground) }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
.field { margin: 0 0 1rem }
label { display: block; margin: 0 0 0.25rem; font-weight: 600 }
input, select, textarea { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: var(--raised); color: inherit; font: inherit }
[aria-invalid] { border: 2px solid var(--fault) }
.problem { margin: 0.25rem 0 0; color: var(--fault); font-weight: 600 }
`;
