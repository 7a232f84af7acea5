/** Inline in the page; the content security policy allows nothing else. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #566074; --line: #dfe4ec; --paper: #fff; --context: #f5f7fa; --tint: #f0f4f8; --accent: #0b6b5d; --accent-ink: #fff; --accent-soft: #e4f3f0; --bad: #b3261e; --bad-soft: #fdeeed; --field: #b5bdcb }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #a3adc0; --line: #2b3342; --paper: #171c26; --context: #0f131a; --tint: #1f2632; --accent: #58d1bd; --accent-ink: #06231e; --accent-soft: #15302c; --bad: #ff8a80; --bad-soft: #341c1b; --field: #49546a } }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; color: var(--ink); background: var(--context); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: break-word }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; margin: 0 auto; padding: .6rem .25rem }
.brand { padding-block: .65rem; font-weight: 700; letter-spacing: -.01em; color: var(--ink); text-decoration: none }
.bar nav { display: flex; align-items: center; gap: 1rem; min-width: 0; font-size: .9rem }
.bar nav a, .bar nav button { padding-block: .7rem }
.bar nav a { color: var(--soft); text-decoration: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 14rem }
.bar nav a:hover { color: var(--accent) }
main { margin: 0 auto; padding: clamp(1.4rem, 5vw, 2.25rem); background: var(--paper); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px -16px rgb(0 0 0 / 14%) }
.narrow { width: min(100% - 2rem, 27rem) }
.wide { width: min(100% - 2rem, 49.5rem) }
.bar.narrow { padding-top: clamp(1.1rem, 8vh, 5rem) }
main { margin-bottom: 3rem }
h1, h2 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1 { font-size: 1.5rem; margin: 0 0 .4rem }
h2 { font-size: 1.1rem; margin: 0 0 .3rem }
p { margin: .4rem 0 1rem }
.soft, .hint { color: var(--soft) }
.hint { display: block; font-size: .875rem; margin: .3rem 0 0 }
form { margin: 0 }
.field { margin: 1.1rem 0 }
label, legend { display: block; max-width: 100%; font-weight: 600; font-size: .925rem; margin: 0 0 .35rem; padding: 0; overflow-wrap: anywhere }
fieldset { border: 0; margin: 1.1rem 0; padding: 0; min-width: 0 }
input[type=text], input[type=email], input[type=password], select { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--field); border-radius: 9px }
input:focus-visible, select:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: 9px }
[aria-invalid=true] { border-color: var(--bad) }
.wrong { display: block; color: var(--bad); font-size: .875rem; margin: .3rem 0 0 }
.picture { display: block; max-width: 12rem; max-height: 6rem; border-radius: 9px }
.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: .1rem 1.25rem }
.choice { display: flex; gap: .6rem; align-items: flex-start; min-height: 2.75rem; padding: .55rem 0; margin: 0; font-weight: 400 }
.choice > span { min-width: 0; overflow-wrap: anywhere }
.choice input { flex: none; width: 1.1rem; height: 1.1rem; margin: .2rem 0 0; accent-color: var(--accent) }
.choice small { display: block; color: var(--soft); font-size: .8125rem }
button, .button { display: inline-block; min-height: 2.75rem; padding: .55rem 1.4rem; font: inherit; font-weight: 600; color: var(--accent-ink); background: var(--accent); border: 1px solid transparent; border-radius: 99px; cursor: pointer; text-decoration: none; text-align: center }
button:hover, .button:hover { filter: brightness(1.08) }
.narrow .full { width: 100%; margin-top: .4rem }
button.second, .button.second { color: var(--ink); background: transparent; border-color: var(--field) }
button.bad { color: var(--bad); background: transparent; border-color: var(--bad) }
button.quiet { padding: .2rem 0; border-radius: 6px; color: var(--soft); background: none; font-weight: 500; font-size: inherit; text-decoration: underline; text-underline-offset: .15em; white-space: nowrap }
button.quiet:hover { color: var(--accent); filter: none }
* + .row { margin-top: 1.1rem }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center }
.note { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; background: var(--accent-soft); border: 1px solid transparent }
h1 + .errors { margin-top: 1rem }
.errors { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; background: var(--bad-soft); border: 1px solid var(--bad) }
.errors h2 { font-size: 1rem; margin: 0 } .errors ul { margin: .3rem 0 0; padding-left: 1.15rem } .errors a { color: var(--bad) } .errors p { margin: 0 }
section { margin-top: 2rem; padding-top: 1.75rem; border-top: 1px solid var(--line) }
section > p:first-of-type { color: var(--soft) }
.list + section { border-top: 0; padding-top: 0 }
main > h1 + section { border-top: 0; padding-top: 0; margin-top: 1rem }
.list { list-style: none; margin: .75rem 0; padding: 0; border-top: 1px solid var(--line) }
.list li { display: flex; flex-wrap: wrap; gap: .35rem 1rem; align-items: center; justify-content: space-between; padding: .7rem 0; border-bottom: 1px solid var(--line) }
.list li > div { min-width: 0; flex: 1 1 14rem } .list small { display: block; color: var(--soft); font-size: .85rem }
.tag { font-size: .75rem; font-weight: 600; color: var(--accent); background: var(--accent-soft); border-radius: 99px; padding: .1rem .55rem; margin-left: .4rem; white-space: nowrap }
code, .secret { font: .9em/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace }
.secret { display: block; margin: .5rem 0 1rem; padding: .75rem 1rem; background: var(--tint); border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere; user-select: all }
.codes { columns: 2; column-gap: 1.5rem; white-space: pre-line; user-select: text }
details { margin-top: .75rem } summary { cursor: pointer; color: var(--accent); font-weight: 600; padding: .6rem 0 }
.more { margin: .75rem 0 0; color: var(--soft); font-size: .925rem } .more a { display: inline-block; padding-block: .7rem }
@media (max-width: 30rem) { main { border-radius: 0; border-left: 0; border-right: 0; box-shadow: none } main.narrow, main.wide { width: 100% } .bar.narrow { padding-top: 1.1rem } button, .button { width: 100% } .bar button, .list button, button.quiet { width: auto } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .12s } }
`
