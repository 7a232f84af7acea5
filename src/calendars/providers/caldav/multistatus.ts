import { TimeSlices } from '#platform/time-slices.ts'
import { childOf, childrenOf, readXml, type XmlElement } from './xml.ts'

export const dav = (name: string): string => `{DAV:}${name}`
export const caldav = (name: string): string => `{urn:ietf:params:xml:ns:caldav}${name}`

/** What a server says of one resource. */
export interface DavResponse {
  readonly href: string
  /** About the resource as a whole; undefined when there are properties instead. */
  readonly status: number | undefined
  /** Properties that were found. One that was not is simply missing: that says nothing about the resource. */
  readonly properties: ReadonlyMap<string, XmlElement>
}

export interface Multistatus {
  readonly responses: readonly DavResponse[]
  readonly syncToken: string | undefined
}

/** RFC 4918 §14.16. Undefined when it cannot be read to its end. */
export const readMultistatus = async (text: string, slices = new TimeSlices()): Promise<Multistatus | undefined> => {
  const responses: DavResponse[] = []
  let syncToken: string | undefined
  const root = await readXml(text, slices, (child) => {
    if (child.name === dav('sync-token')) syncToken = child.text.trim() || undefined
    if (child.name !== dav('response')) return
    const response = responseFrom(child)
    if (response.href !== '') responses.push(response)
  })
  return root === dav('multistatus') ? { responses, syncToken } : undefined
}

const noProperties: ReadonlyMap<string, XmlElement> = new Map()

const responseFrom = (response: XmlElement): DavResponse => {
  const properties = childrenOf(response, dav('propstat'))
    .filter((propstat) => (statusFrom(childOf(propstat, dav('status'))) ?? 200) < 300)
    .flatMap((propstat) => childOf(propstat, dav('prop'))?.children ?? [])
  return {
    href: childOf(response, dav('href'))?.text.trim() ?? '',
    status: statusFrom(childOf(response, dav('status'))),
    properties:
      properties.length === 0 ? noProperties : new Map(properties.map((property) => [property.name, property])),
  }
}

const statusFrom = (element: XmlElement | undefined): number | undefined => {
  const code = /^HTTP\/\S+\s+(\d{3})/.exec(element?.text.trim() ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}
