import { SaxesParser } from 'saxes'
import type { TimeSlices } from '#platform/time-slices.ts'

/** An element, its name with its namespace as {namespace}name: prefixes mean nothing. */
export interface XmlElement {
  readonly name: string
  readonly children: readonly XmlElement[]
  /** All text inside, also that of children. */
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

const pieceLength = 64 * 1024

/** Undefined when it is no XML, or was cut off. Entities other than those of XML itself are not known, so none can grow. */
export const readXml = async (text: string, slices: TimeSlices): Promise<XmlElement | undefined> => {
  const parser = new SaxesParser({ xmlns: true })
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let isBad = false
  parser.on('error', () => {
    isBad = true
  })
  parser.on('doctype', () => {
    isBad = true
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > maxDepth) isBad = true
    const values = Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.local, attribute.value]))
    open.push({ name: `{${uri}}${local}`, children: [], attributes: values, text: '' })
  })
  const addText = (piece: string): void => {
    const top = open.at(-1)
    if (top) top.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    const around = open.at(-1)
    if (!closed) return
    if (around) {
      around.children.push(closed)
      around.text += closed.text
    } else root = closed
  })
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length && !isBad; from += pieceLength) {
    parser.write(text.slice(from, from + pieceLength))
    await slices.pause()
  }
  parser.close()
  return isBad || open.length > 0 ? undefined : root
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] => element?.children.filter((child) => child.name === name) ?? []

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
