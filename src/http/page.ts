import { html, Markup } from './markup.ts'

/** What a face brings of its own. It allows it in its headers. */
interface PageParts {
  readonly style: string
  readonly script?: string
  readonly locale: string
}

/** A whole page, which needs no other file. */
export const page = (title: string, body: Markup, { style, script, locale }: PageParts): string =>
  html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
${script !== undefined && html`<script type="module">${new Markup(script)}</script>`}
</head>
<body>
${body}
</body>
</html>
`.text
