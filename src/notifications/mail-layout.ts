import { escapeHtml } from '#platform/escape-html.ts'

/** A part of a mail, before it is rendered as text or HTML. */
export type MailPart =
  | { readonly kind: 'line'; readonly text: string }
  /** A table of names and values. A value may be a link to a URL of ours or of a host. */
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] }
  | { readonly kind: 'links'; readonly links: readonly { readonly text: string; readonly url: string }[] }

export interface MailRow {
  readonly name: string
  readonly value: string
  readonly url?: string | undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

const cleaned = (text: string): string => text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(controls, '')

/** Further lines of a value are indented, so that an answer cannot look like a line of ours. */
const indented = (text: string): string => cleaned(text).replaceAll('\n', '\n    ')

export const asText = (pieces: readonly MailPart[]): string => `${pieces.map(pieceAsText).join('\n\n')}\n`

const pieceAsText = (piece: MailPart): string => {
  switch (piece.kind) {
    case 'line':
      return indented(piece.text)
    case 'rows':
      return piece.rows.map(({ name, value }) => `${indented(name)}: ${indented(value)}`).join('\n')
    case 'links':
      return piece.links.map(({ text, url }) => `${text}:\n${url}`).join('\n\n')
  }
}

const inHtml = (text: string): string => escapeHtml(cleaned(text)).replaceAll('\n', '<br>')

/** A link for web URLs only. */
const linked = (text: string, url: string): string => (/^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}">${inHtml(text)}</a>` : inHtml(text))

const cell = 'style="padding:4px 16px 4px 0;vertical-align:top"'

export const asHtml = (pieces: readonly MailPart[]): string => pieces.map(pieceAsHtml).join('\n')

const pieceAsHtml = (piece: MailPart): string => {
  switch (piece.kind) {
    case 'line':
      return `<p>${inHtml(piece.text)}</p>`
    case 'rows':
      return `<table role="presentation">${piece.rows.map(rowAsHtml).join('')}</table>`
    case 'links':
      return `<p>${piece.links.map(({ text, url }) => linked(text, url)).join(' &nbsp; ')}</p>`
  }
}

const rowAsHtml = ({ name, value, url }: MailRow): string =>
  `<tr><td ${cell}><strong>${inHtml(name)}</strong></td><td ${cell}>${url === undefined ? inHtml(value) : linked(value, url)}</td></tr>`

/** The whole HTML document. It loads nothing. */
export const pageAround = (body: string, subject: string, locale: string): string =>
  `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inHtml(subject)}</title></head>
<body style="font-family:sans-serif;line-height:1.5;color:#1a1a1a;max-width:640px;margin:0 auto;padding:16px">
${body}
</body>
</html>
`
