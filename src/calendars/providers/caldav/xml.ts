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

/** Of one text. The parser joins what stands between them, and takes it all together at its end. */
const maxEntities = 200_000

/** A few milliseconds of work. */
const pieceLength = 16 * 1024
const maxPiecesOfATag = 2

/**
 * Hands over each child of the root as it ends, and keeps nothing of it. Gives the name of the root, or undefined when it is no XML, or was cut off, or is
 * nothing that a server would honestly send. Entities other than those of XML itself are not known, so none can grow.
 */
export const readXml = async (text: string, slices: TimeSlices, take: (child: XmlElement) => void): Promise<string | undefined> => {
  const reader = new ChildReader(take)
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length && !reader.isBad; from += pieceLength) {
    reader.write(text.slice(from, from + pieceLength))
    await slices.pause()
  }
  return reader.end()
}

class ChildReader {
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #take: (child: XmlElement) => void
  readonly #open: OpenElement[] = []
  #root: string | undefined
  #elements = 0
  #children = 0
  #piecesOfATag = 0
  #entities = 0
  #isBad = false

  constructor(take: (child: XmlElement) => void) {
    this.#take = take
    this.#parser.on('error', () => this.#refuseIf(true))
    this.#parser.on('doctype', () => this.#refuseIf(true))
    this.#parser.on('opentagstart', () => {
      this.#piecesOfATag = 1
    })
    this.#parser.on('opentag', (tag) => this.#openElement(tag))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('closetag', () => this.#closeElement())
  }

  get isBad(): boolean {
    return this.#isBad
  }

  write(piece: string): void {
    this.#entities += piece.split('&').length - 1
    this.#parser.write(piece)
    if (this.#piecesOfATag > 0) this.#piecesOfATag += 1
    this.#refuseIf(this.#piecesOfATag > maxPiecesOfATag || this.#entities > maxEntities)
  }

  end(): string | undefined {
    if (!this.#isBad) this.#parser.close()
    return this.#isBad || this.#open.length > 0 ? undefined : this.#root
  }

  #refuseIf(isWrong: boolean): void {
    this.#isBad ||= isWrong
  }

  #openElement({ uri, local, attributes }: SaxesTagNS): void {
    this.#piecesOfATag = 0
    this.#elements += 1
    this.#refuseIf(this.#open.length > maxDepth || this.#elements > maxElements)
    if (this.#isBad) return
    const values = Object.values(attributes)
    this.#open.push({ name: `{${uri}}${local}`, children: [], attributes: values.length === 0 ? none : attributesFrom(values), text: '' })
  }

  #addText(text: string): void {
    this.#entities = 0
    const top = this.#open.at(-1)
    // What stands between the children of the root is kept for nobody.
    if (top && this.#open.length > 1) top.text += text
  }

  #closeElement(): void {
    const closed = this.#isBad ? undefined : this.#open.pop()
    if (!closed) return
    const around = this.#open.at(-1)
    if (!around) this.#root = closed.name
    else if (this.#open.length > 1) around.children.push(closed)
    else {
      this.#take(closed)
      this.#elements = 1
      this.#children += 1
      this.#refuseIf(this.#children > maxChildren)
    }
  }
}

const none: Readonly<Record<string, string>> = {}

const attributesFrom = (attributes: readonly { readonly local: string; readonly value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ local, value }) => [local, value]))

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] => element?.children.filter((child) => child.name === name) ?? []

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
