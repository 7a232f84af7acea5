import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { TimeSlices } from '#platform/time-slices.ts'

/** An element, its name with its namespace as {namespace}name: prefixes mean nothing. */
export interface XmlElement {
  readonly name: string
  readonly children: readonly XmlElement[]
  /** Without that of its children. */
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
}

interface OpenElement {
  readonly name: string
  readonly children: XmlElement[]
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

const maxDepth = 50
/** Of what is open at a time. An account has hundreds of properties and privileges. */
const maxElements = 20_000
/** Of the root. A list of all that fits into an answer has fewer. */
const maxChildren = 300_000

/** Of one text or CDATA section: the parser builds a new string at each of these characters. */
const maxJoints = 200_000
const joints = /[&\r\]]/

/** A few milliseconds of work. */
const pieceLength = 16 * 1024
/** Of a tag, a comment or a processing instruction. */
const maxMarkupLength = 2 * pieceLength

class Refused extends Error {}

/**
 * Hands over each child of the root as it ends, and keeps nothing of it. Gives the name of the root, or undefined when
 * it is no XML, or was cut off, or is nothing that a server would honestly send. Entities other than those of XML
 * itself are not known, so none can grow.
 */
export const readXml = async (
  text: string,
  slices: TimeSlices,
  take: (child: XmlElement) => void,
): Promise<string | undefined> => {
  const reader = new ChildReader(take)
  try {
    let checkedTo: number | undefined = 0
    for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; ) {
      const to = endOfPiece(text, from + pieceLength)
      checkedTo = endOfMarkup(text, checkedTo, to)
      if (checkedTo === undefined) return undefined
      reader.write(withoutIllegalCharacters(text.slice(from, to)))
      await slices.pause()
      from = to
    }
    return reader.end()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Not inside a character reference. */
const endOfPiece = (text: string, to: number): number => {
  const reference = text.lastIndexOf('&', to - 1)
  return reference > to - 12 && text.indexOf(';', reference) >= to ? reference : to
}

/**
 * Servers send characters in descriptions that XML allows neither as they are nor as references: one must not stop the
 * whole answer.
 */
const withoutIllegalCharacters = (piece: string): string =>
  piece
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/&#(?:x0{0,6}(?:[0-8bcef]|1[0-9a-f])|0{0,6}(?:[0-8]|1[124-9]|2\d|3[01]));/gi, '\ufffd')

const markupEnds: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<', '>'],
]

/**
 * Checks all markup that begins between these, and gives where the last of it ends. Undefined when some has no end, or
 * is too long.
 */
const endOfMarkup = (text: string, from: number, to: number): number | undefined => {
  let at = text.indexOf('<', from)
  while (at >= 0 && at < to) {
    const [begin, mark] = markupEnds.find(([start]) => text.startsWith(start, at)) ?? ['<', '>']
    const end = text.indexOf(mark, at + begin.length)
    if (end < 0 || (begin !== '<![CDATA[' && end - at > maxMarkupLength)) return undefined
    from = end + mark.length
    at = text.indexOf('<', from)
  }
  return at < 0 ? text.length : at
}

class ChildReader {
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #take: (child: XmlElement) => void
  readonly #open: OpenElement[] = []
  #root: string | undefined
  #elements = 0
  #children = 0
  #joints = 0

  constructor(take: (child: XmlElement) => void) {
    this.#take = take
    this.#parser.on('error', () => refuseIf(true))
    this.#parser.on('doctype', () => refuseIf(true))
    this.#parser.on('opentag', (tag) => this.#openElement(tag))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('closetag', () => this.#closeElement())
  }

  write(piece: string): void {
    this.#joints += piece.split(joints).length - 1
    refuseIf(this.#joints > maxJoints)
    this.#parser.write(piece)
  }

  end(): string | undefined {
    this.#parser.close()
    return this.#open.length > 0 ? undefined : this.#root
  }

  #openElement({ uri, local, attributes }: SaxesTagNS): void {
    this.#elements += 1
    refuseIf(this.#open.length > maxDepth || this.#elements > maxElements)
    const values = Object.values(attributes)
    this.#open.push({
      name: `{${uri}}${local}`,
      children: [],
      attributes: values.length === 0 ? none : attributesFrom(values),
      text: '',
    })
  }

  #addText(text: string): void {
    this.#joints = 0
    const top = this.#open.at(-1)
    // What stands between the children of the root is kept for nobody.
    if (top && this.#open.length > 1) top.text += text
  }

  #closeElement(): void {
    const closed = this.#open.pop()
    if (!closed) return
    const around = this.#open.at(-1)
    if (!around) this.#root = closed.name
    else if (this.#open.length > 1) around.children.push(closed)
    else {
      this.#take(closed)
      this.#elements = 1
      this.#children += 1
      refuseIf(this.#children > maxChildren)
    }
  }
}

/** Thrown from the parser's handlers: the rest of the piece must not be read either. */
const refuseIf = (isWrong: boolean): void => {
  if (isWrong) throw new Refused()
}

const none: Readonly<Record<string, string>> = {}

const attributesFrom = (
  attributes: readonly { readonly local: string; readonly value: string }[],
): Readonly<Record<string, string>> => Object.fromEntries(attributes.map(({ local, value }) => [local, value]))

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
