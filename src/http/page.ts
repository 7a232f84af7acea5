import { html, Markup } from './markup.ts'
import { style, stylePolicy } from './page-style.ts'

/** Nothing but its own style is loaded or run. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${stylePolicy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
}

/** A whole page. It needs no script and no other file; a face with a style of its own allows that one in its headers. */
export const page = (title: string, body: Markup, sheet = style): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(sheet)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
