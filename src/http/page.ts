import { createHash } from 'node:crypto'
import { html, Markup } from './markup.ts'

/** In the page itself: it has to work alone, and its hash is all that the content security policy lets through. */
const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6579; --line: #e2e6ee; --paper: #fff; --tint: #f6f8fb; --accent: #0b6b5d; --get: #0b6b5d; --post: #1f5fc4; --patch: #94580a; --delete: #b3261e; --text: #0a5c50; --word: #8a3ffc }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #9aa5ba; --line: #2b3342; --paper: #12161e; --tint: #1a202b; --accent: #58d1bd; --get: #58d1bd; --post: #8ab4ff; --patch: #f0b35c; --delete: #ff8a80; --text: #8fd9c9; --word: #c3a6ff } }
* { box-sizing: border-box }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100% }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
.reference { display: grid; grid-template-columns: 17rem minmax(0, 1fr) }
code, pre { font: .875em/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace }
p code, li code, td code, dd code { background: var(--tint); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; overflow-wrap: break-word; box-decoration-break: clone; -webkit-box-decoration-break: clone }
a { color: var(--accent); text-underline-offset: .15em; overflow-wrap: anywhere }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.75rem 1.25rem 3rem; background: var(--tint); border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.4 }
nav small { display: block; color: var(--soft) }
nav b { display: block; font-size: 1.1rem; letter-spacing: -.01em }
nav ul { list-style: none; margin: 0; padding: 0 }
nav > ul > li { margin-top: 1.1rem } nav > ul > li:first-child { margin-top: 1.4rem }
nav li a { display: block; padding: .2rem 0 }
nav a { color: var(--soft); text-decoration: none }
nav a:hover { color: var(--accent) }
nav > ul > li > a { color: var(--ink); font-weight: 600 }
main { min-width: 0; max-width: 82rem; padding: 2.75rem clamp(1.1rem, 4vw, 4rem) 6rem }
h1, h2, h3 { line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h1 { font-size: 2.25rem; margin: 0 0 1.25rem }
h2 { font-size: 1.6rem; margin: 0 0 .5rem }
h3 { font-size: 1.15rem; margin: 0 0 .5rem }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
h4 { font-size: .75rem; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.5rem 0 .35rem }
p, ul { margin: .5rem 0 1rem; max-width: 44rem }
.about h3 { margin-top: 2.25rem }
.about ul { padding-left: 1.2rem }
.chapter { margin-top: 4.5rem; padding-top: 1.25rem; border-top: 3px solid var(--ink) }
.chapter > p { color: var(--soft) }
article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 3rem; padding: 2.25rem 0; border-top: 1px solid var(--line); }
.chapter > p + article { border-top: 0 }
.address { display: flex; align-items: baseline; gap: .6rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
.address code { background: none; border: 0; padding: 0; font-size: .95em; min-width: 0; overflow-wrap: anywhere }
.method { flex: none; font: 700 .75rem/1 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; letter-spacing: .03em; padding: .3em .5em; border-radius: 4px; border: 1px solid currentcolor }
.get { color: var(--get) } .post { color: var(--post) } .patch { color: var(--patch) } .delete { color: var(--delete) }
dl { margin: 0; max-width: 44rem }
dt { padding-top: .6rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
dt code { font-weight: 600 }
dt small { color: var(--soft); margin-left: .5rem }
dt em { color: var(--delete); font-style: normal; font-size: .8rem; margin-left: .5rem }
dd { margin: 0 0 .6rem; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere }
pre { margin: 0 0 1rem; padding: .9rem 1rem; background: var(--tint); border: 1px solid var(--line); border-radius: 8px; overflow: auto; max-height: 30rem; tab-size: 2 }
.command { white-space: pre-wrap; overflow-wrap: anywhere }
.code p { font-size: .9rem; margin: 0 0 .5rem; color: var(--soft) }
pre { font-size: .8125rem } pre code { font-size: 1em }
pre i { font-style: normal; color: var(--text) } pre u { text-decoration: none; color: var(--word) }
summary { cursor: pointer; font-size: .9rem; color: var(--accent); padding: .35rem 0 }
.code h4:first-child { margin-top: 0 }
table { border-collapse: collapse; width: 100%; font-size: .85rem; line-height: 1.45 }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line) }
th { font-weight: 600 } td { color: var(--soft) } td, td code { overflow-wrap: anywhere }
@media (max-width: 75rem) { article { grid-template-columns: minmax(0, 1fr) } .code { margin-top: 1.5rem } }
@media (max-width: 52rem) {
  .reference { display: block }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1.1rem }
  nav ul ul { display: none }
  nav > ul { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .75rem }
  nav > ul > li, nav > ul > li:first-child { margin: 0 }
  nav > ul > li > a { font-weight: 500; padding: .7rem .85rem; border: 1px solid var(--line); border-radius: 99px; background: var(--paper) }
  main { padding-top: 1.75rem }
  h1 { font-size: 1.8rem }
  .chapter { margin-top: 3rem }
}
@media print { nav { display: none } .reference { display: block } pre { max-height: none } }
`

const stylePolicy = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Nothing but its own style is loaded or run. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${stylePolicy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
}

/** What a face brings of its own. It allows it in its headers. */
interface PageParts {
  readonly style: string
  readonly script?: string
  readonly locale: string
}

/** A whole page, which needs no other file. */
export const page = (title: string, body: Markup, { style: sheet, script, locale }: PageParts = { style, locale: 'en' }): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(sheet)}</style>
${script !== undefined && html`<script type="module">${new Markup(script)}</script>`}
</head>
<body>
${body}
</body>
</html>
`.text
