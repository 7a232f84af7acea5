import type { ComponentChildren } from 'preact'
import { CodeBlock } from './code.tsx'

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
  readonly body: ComponentChildren
  readonly sections: readonly Section[]
}

const blockPattern =
  /(?:^<!--[^\n]*-->\n)?^```(\S*)\n([\s\S]*?)^```$|^(#{1,4}) (.+)$|((?:^\|.*\|$\n?)+)|((?:^(?:- |\d+\. ).*$\n?(?:^ {2,}\S.*$\n?)*)+)|((?:^(?!```|#{1,4} |\||- |\d+\. |<!--).+$\n?)+)/gm

/** With `rowsAreNamed`, a row of a table that begins with a word of code has that for its anchor. */
export const renderMarkdown = (text: string, linkTo: LinkTo, { rowsAreNamed = false } = {}): Rendered => {
  const blocks: ComponentChildren[] = []
  const sections: { id: string; title: string; text: string }[] = []
  let title = ''
  for (const [whole, , code, marks, heading, table, list, paragraph] of text.matchAll(blockPattern)) {
    const section = sections.at(-1)
    if (code === undefined && section) section.text += ` ${plain(whole.replace(/^#+ /, ''))}`
    if (code !== undefined) blocks.push(<CodeBlock>{code.trimEnd()}</CodeBlock>)
    else if (heading !== undefined) {
      const id = anchorOf(heading)
      if (marks === '#') title = plain(heading)
      else sections.push({ id, title: plain(heading), text: '' })
      blocks.push(headingOf(marks?.length ?? 2, id, inline(heading, linkTo)))
    } else if (table !== undefined) blocks.push(tableOf(table, linkTo, rowsAreNamed))
    else if (list !== undefined) blocks.push(listOf(list, linkTo))
    else if (paragraph !== undefined) blocks.push(<p>{inline(paragraph.replaceAll('\n', ' ').trim(), linkTo)}</p>)
  }
  return { title, body: blocks, sections }
}

export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-')

const headingOf = (level: number, id: string, text: ComponentChildren) => {
  if (level === 1) return <h1 id={id}>{text}</h1>
  const link = <a href={`#${id}`}>{text}</a>
  return level === 2 ? <h2 id={id}>{link}</h2> : <h3 id={id}>{link}</h3>
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const tableOf = (text: string, linkTo: LinkTo, rowsAreNamed: boolean) => {
  const [head = [], , ...rows] = text.trim().split('\n').map(cellsOf)
  const hasHead = head.every((cell) => cell !== '')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
    <div class="table" tabIndex={0}>
      <table>
        {hasHead && (
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell} scope="col">
                  {inline(cell, linkTo)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr id={rowsAreNamed ? codeIn(row[0]) : undefined}>
              {row.map((cell) => (
                <td>{inline(cell, linkTo)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A cell that is one word of code, without its marks. */
const codeIn = (cell = ''): string | undefined => /^`(\w+)`$/.exec(cell)?.[1]

const listOf = (text: string, linkTo: LinkTo) => {
  const items = text
    .split(/^(?:- |\d+\. )/m)
    .slice(1)
    .map((item) => <li>{inline(item.replaceAll(/\s*\n\s*/g, ' ').trim(), linkTo)}</li>)
  return /^\d/.test(text) ? <ol>{items}</ol> : <ul>{items}</ul>
}

const inlinePattern =
  /`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|<(https?:[^>]+)>/g

const inline = (text: string, linkTo: LinkTo): ComponentChildren => {
  const pieces: ComponentChildren[] = []
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    pieces.push(text.slice(at, match.index))
    at = match.index + match[0].length
    const [, code, image, label, target, strong, emphasis, address] = match
    if (code !== undefined) pieces.push(<code>{code}</code>)
    else if (image !== undefined) pieces.push(<em>{image}</em>)
    else if (label !== undefined) pieces.push(linkOf(inline(label, linkTo), linkTo(target ?? '')))
    else if (strong !== undefined) pieces.push(<strong>{inline(strong, linkTo)}</strong>)
    else if (emphasis !== undefined) pieces.push(<em>{inline(emphasis, linkTo)}</em>)
    else if (address !== undefined) pieces.push(linkOf(address, address))
  }
  return [...pieces, text.slice(at)]
}

const linkOf = (label: ComponentChildren, target: string | undefined): ComponentChildren =>
  target === undefined ? label : <a href={target}>{label}</a>

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
