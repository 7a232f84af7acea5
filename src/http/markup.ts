import { escapeHtml } from '#platform/escape-html.ts'

/** Text that is HTML already. Everything else is escaped when it is put into some. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markup | string | number | undefined | false | readonly Piece[]

const written = (piece: Piece): string => {
  if (piece instanceof Markup) return piece.text
  if (piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece))
  return piece.map(written).join('')
}

/** html`<p>${text}</p>` */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(parts.reduce((text, part, at) => text + written(pieces[at - 1]) + part))

/** The little Markdown that our own texts use: headings, paragraphs, lists and `code`. */
export const markdown = (text: string): readonly Markup[] =>
  text.split(/\n\n+/).map((block) => {
    if (block.startsWith('## ')) return html`<h3>${spans(block.slice(3))}</h3>`
    if (block.startsWith('- '))
      return html`<ul>${block.split('\n').map((line) => html`<li>${spans(line.slice(2))}</li>`)}</ul>`
    return html`<p>${spans(block)}</p>`
  })

/** One line of it. */
export const spans = (text: string): readonly Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
