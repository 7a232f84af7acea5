import { SaxesParser } from 'saxes'
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
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: string | undefined
  let elements = 0
  let children = 0
  let piecesOfATag = 0
  let entities = 0
  let isBad = false
  parser.on('error', () => {
    isBad = true
  })
  parser.on('doctype', () => {
    isBad = true
  })
  parser.on('opentagstart', () => {
    piecesOfATag = 1
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    piecesOfATag = 0
    elements += 1
    if (open.length > maxDepth || elements > maxElements) isBad = true
    if (isBad) return
    const values = Object.values(attributes)
    open.push({ name: `{${uri}}${local}`, children: [], attributes: values.length === 0 ? none : attributesFrom(values), text: '' })
  })
  const addText = (piece: string): void => {
    entities = 0
    const top = open.at(-1)
    // What stands between the children of the root is kept for nobody.
    if (top && open.length > 1) top.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = isBad ? undefined : open.pop()
    const around = open.at(-1)
    if (!closed) return
    if (!around) root = closed.name
    else if (open.length === 1) {
      take(closed)
      elements = 1
      children += 1
      if (children > maxChildren) isBad = true
    } else around.children.push(closed)
  })
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length && !isBad; from += pieceLength) {
    const piece = text.slice(from, from + pieceLength)
    entities += piece.split('&').length - 1
    parser.write(piece)
    if (piecesOfATag > 0) piecesOfATag += 1
    if (piecesOfATag > maxPiecesOfATag || entities > maxEntities) isBad = true
    await slices.pause()
  }
  if (isBad) return undefined
  parser.close()
  return isBad || open.length > 0 ? undefined : root
}

const none: Readonly<Record<string, string>> = {}

const attributesFrom = (attributes: readonly { readonly local: string; readonly value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ local, value }) => [local, value]))

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] => element?.children.filter((child) => child.name === name) ?? []

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
