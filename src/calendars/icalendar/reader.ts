/** One content line (RFC 5545 §3.1), its name and parameter names in upper case. */
export interface Property {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

export interface Component {
  readonly name: string
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
  /** It had more than is kept of it. */
  readonly isCut: boolean
  /** Its end is missing: it ended where the next one began. */
  readonly isUnended: boolean
}

interface OpenComponent {
  readonly name: string
  readonly properties: Property[]
  readonly components: OpenComponent[]
  isCut: boolean
  isUnended: boolean
}

/** Longer lines are texts and attachments, of which nothing is needed. */
const maxLineLength = 100_000
const maxDepth = 10
/** An event of a thousand people who come, and of all the days on which it is not, has fewer. */
const maxProperties = 20_000
const maxComponents = 1_000

/** What a calendar consists of. None of them contains another one. */
const parts = new Set(['VEVENT', 'VTIMEZONE', 'VFREEBUSY', 'VTODO', 'VJOURNAL'])
/** What is handed on, beside the calendar itself. */
const taken = new Set(['VEVENT', 'VTIMEZONE', 'VFREEBUSY'])

/**
 * Reads a calendar from pieces of text of any size. Each event, time zone and list of busy times is handed on as soon
 * as it ends, and nothing of it is kept here. Only properties that `wanted` names are read.
 */
export class CalendarReader {
  readonly #wanted: ReadonlySet<string>
  readonly #take: (component: Component) => void
  readonly #open: OpenComponent[] = []
  #rest = ''
  #line: string | undefined
  #calendars = 0
  #hasEnded = false
  #isFirst = true

  constructor(wanted: Iterable<string>, take: (component: Component) => void) {
    this.#wanted = new Set(wanted)
    this.#take = take
  }

  push(text: string): void {
    // No database keeps a NUL.
    const whole = this.#rest + (this.#isFirst ? text.replace(/^\uFEFF/, '') : text).replaceAll('\0', '')
    this.#isFirst = false
    let from = 0
    for (let end = endOfLine(whole, from); end !== -1; end = endOfLine(whole, from)) {
      this.#takeLine(whole.slice(from, end))
      from = whole[end] === '\r' && whole[end + 1] === '\n' ? end + 2 : end + 1
    }
    this.#rest = whole.slice(from)
    // A line without an end must not fill the memory.
    if (this.#rest.length > 2 * maxLineLength) this.#rest = this.#rest.slice(0, maxLineLength)
  }

  /** `complete` only if every calendar that began has ended: a list that was cut off is not the whole list. */
  end(): 'complete' | 'truncated' | 'no_calendar' {
    this.#takeLine(this.#rest)
    this.#takeLine('')
    this.#endOpenPart()
    if (this.#calendars === 0) return 'no_calendar'
    return this.#hasEnded && this.#open.length === 0 ? 'complete' : 'truncated'
  }

  /** A line that begins with a space or a tab goes on with the one before it. */
  #takeLine(text: string): void {
    const isContinued = text.startsWith(' ') || text.startsWith('\t')
    if (isContinued && this.#line !== undefined) {
      if (this.#line.length < maxLineLength) this.#line += text.slice(1)
      return
    }
    if (this.#line !== undefined) this.#takeUnfolded(this.#line)
    this.#line = text
  }

  #takeUnfolded(line: string): void {
    const name = /^\s*([A-Za-z0-9-]+)/.exec(line)?.[1]?.toUpperCase()
    if (name === undefined) return
    if (name === 'BEGIN') this.#begin(componentName(line))
    else if (name === 'END') this.#end(componentName(line))
    else if (this.#wanted.has(name)) {
      const open = this.#open.at(-1)
      if (open && open.properties.length >= maxProperties) open.isCut = true
      if (open?.isCut === false) open.properties.push(readProperty(line.trimStart()))
    }
  }

  #begin(name: string): void {
    if (name === 'VCALENDAR') {
      this.#calendars += 1
      this.#hasEnded = false
    }
    if (name === 'VCALENDAR' || parts.has(name)) this.#endOpenPart()
    if (this.#open.length < maxDepth)
      this.#open.push({ name, properties: [], components: [], isCut: false, isUnended: false })
  }

  #endOpenPart(): void {
    const index = this.#open.findLastIndex(({ name }) => parts.has(name))
    const [unended] = index === -1 ? [] : this.#open.splice(index)
    if (unended && taken.has(unended.name)) this.#take({ ...unended, isUnended: true })
  }

  #end(name: string): void {
    if (name === 'VCALENDAR') this.#endOpenPart()
    const index = this.#open.findLastIndex((component) => component.name === name)
    // An end without a beginning is ignored; what was left open inside ends with what is around it.
    if (index === -1) return
    const [ended] = this.#open.splice(index)
    if (!ended) return
    if (name === 'VCALENDAR') this.#hasEnded = true
    const around = this.#open.at(-1)
    if (name === 'VCALENDAR' || taken.has(name)) this.#take(ended)
    else if (around && around.components.length < maxComponents) around.components.push(ended)
  }
}

const lineBreak = /[\r\n]/g

const endOfLine = (text: string, from: number): number => {
  lineBreak.lastIndex = from
  const end = lineBreak.exec(text)?.index ?? -1
  // The line feed that belongs to it may be in the next piece.
  return end === text.length - 1 && text[end] === '\r' ? -1 : end
}

const componentName = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase()

const noParameters = new Map<string, string>()
const maxParameters = 50

const readProperty = (line: string): Property => {
  const name = /^[A-Za-z0-9-]+/.exec(line)?.[0] ?? ''
  // Most lines have none, and there are many lines.
  const parameters = line[name.length] === ':' ? noParameters : new Map<string, string>()
  const parameter = /;\s*([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^";:,]*)((?:,(?:"[^"]*"|[^";:,]*))*)/y
  let at = name.length
  while (parameters.size < maxParameters) {
    parameter.lastIndex = at
    const match = parameter.exec(line)
    if (!match) break
    parameters.set((match[1] as string).toUpperCase(), (match[2] as string).replace(/^"|"$/g, ''))
    at = parameter.lastIndex
  }
  const colon = line.indexOf(':', at)
  const value = colon === -1 ? '' : line.slice(colon + 1).trim()
  return withWholeZone(line, { name: name.toUpperCase(), parameters, value })
}

/**
 * Some programs do not quote the name of a zone that has a colon in it, as `(UTC+01:00) Berlin`: a date follows the
 * last colon that counts.
 */
const withWholeZone = (line: string, property: Property): Property => {
  if (!property.parameters.has('TZID') || /^\d{4}-?\d{2}-?\d{2}/.test(property.value)) return property
  const match = /;\s*TZID\s*=\s*([^";].*?):(\d{4}-?\d{2}-?\d{2}.*)$/i.exec(line.length > maxZonedLineLength ? '' : line)
  if (!match) return property
  return {
    ...property,
    parameters: new Map([...property.parameters, ['TZID', match[1] as string]]),
    value: (match[2] as string).trim(),
  }
}

const maxZonedLineLength = 1_000

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)
