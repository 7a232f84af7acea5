import { html, type Markup } from '#http/markup.ts'
import { codeBlock } from './code.ts'

// The Markdown of our own documents: headings, paragraphs, lists, tables, code and links. Comments are left out: they
// are marks for the tests.

/** Where a link of a document leads here; undefined for what is not here, which becomes plain text. */
export type LinkTo = (target: string) => string | undefined

export interface Section {
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface Rendered {
  readonly title: string
  readonly body: Markup
  readonly sections: readonly Section[]
}

const blockPattern =
  /(?:^<!--[^\n]*-->\n)?^```(\S*)\n([\s\S]*?)^```$|^(#{1,4}) (.+)$|((?:^\|.*\|$\n?)+)|((?:^(?:- |\d+\. ).*$\n?(?:^ {2,}\S.*$\n?)*)+)|((?:^(?!```|#{1,4} |\||- |\d+\. |<!--).+$\n?)+)/gm

/** With `rowsAreNamed`, a row of a table that begins with a word of code has that for its anchor. */
export const renderMarkdown = (text: string, linkTo: LinkTo, { rowsAreNamed = false } = {}): Rendered => {
  const blocks: Markup[] = []
  const sections: { id: string; title: string; text: string }[] = []
  let title = ''
  for (const [whole, , code, marks, heading, table, list, paragraph] of text.matchAll(blockPattern)) {
    const section = sections.at(-1)
    if (code === undefined && section) section.text += ` ${plain(whole.replace(/^#+ /, ''))}`
    if (code !== undefined) blocks.push(codeBlock(code))
    else if (heading !== undefined) {
      const id = anchorOf(heading)
      if (marks === '#') title = plain(heading)
      else sections.push({ id, title: plain(heading), text: '' })
      blocks.push(headingOf(marks?.length ?? 2, id, inline(heading, linkTo)))
    } else if (table !== undefined) blocks.push(tableOf(table, linkTo, rowsAreNamed))
    else if (list !== undefined) blocks.push(listOf(list, linkTo))
    else if (paragraph !== undefined)
      blocks.push(html`<p>${inline(paragraph.replaceAll('\n', ' ').trim(), linkTo)}</p>`)
  }
  return { title, body: html`${blocks}`, sections }
}

export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-')

const headingOf = (level: number, id: string, text: readonly Markup[]): Markup => {
  if (level === 1) return html`<h1 id="${id}">${text}</h1>`
  if (level === 2) return html`<h2 id="${id}"><a href="#${id}">${text}</a></h2>`
  return html`<h3 id="${id}"><a href="#${id}">${text}</a></h3>`
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const tableOf = (text: string, linkTo: LinkTo, rowsAreNamed: boolean): Markup => {
  const [head = [], , ...rows] = text.trim().split('\n').map(cellsOf)
  const hasHead = head.every((cell) => cell !== '')
  return html`<div class="table" tabindex="0"><table>${
    hasHead && html`<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, linkTo)}</th>`)}</tr></thead>`
  }<tbody>${rows.map((row) => html`<tr${nameOf(row[0] ?? '', rowsAreNamed)}>${row.map((cell) => html`<td>${inline(cell, linkTo)}</td>`)}</tr>`)}</tbody></table></div>`
}

const nameOf = (cell: string, isNamed: boolean): Markup | false => {
  const name = /^`(\w+)`$/.exec(cell)?.[1]
  return isNamed && name !== undefined && html` id="${name}"`
}

const listOf = (text: string, linkTo: LinkTo): Markup => {
  const items = text
    .split(/^(?:- |\d+\. )/m)
    .slice(1)
    .map((item) => html`<li>${inline(item.replaceAll(/\s*\n\s*/g, ' ').trim(), linkTo)}</li>`)
  return /^\d/.test(text) ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
}

const inlinePattern =
  /`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|<(https?:[^>]+)>/g

const inline = (text: string, linkTo: LinkTo): readonly Markup[] => {
  const pieces: Markup[] = []
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    pieces.push(html`${text.slice(at, match.index)}`)
    at = match.index + match[0].length
    const [, code, image, label, target, strong, emphasis, address] = match
    if (code !== undefined) pieces.push(html`<code>${code}</code>`)
    else if (image !== undefined) pieces.push(html`<em>${image}</em>`)
    else if (label !== undefined) pieces.push(linkOf(inline(label, linkTo), linkTo(target ?? '')))
    else if (strong !== undefined) pieces.push(html`<strong>${inline(strong, linkTo)}</strong>`)
    else if (emphasis !== undefined) pieces.push(html`<em>${inline(emphasis, linkTo)}</em>`)
    else if (address !== undefined) pieces.push(linkOf([html`${address}`], address))
  }
  return [...pieces, html`${text.slice(at)}`]
}

const linkOf = (label: readonly Markup[], target: string | undefined): Markup =>
  target === undefined ? html`${label}` : html`<a href="${target}">${label}</a>`

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
