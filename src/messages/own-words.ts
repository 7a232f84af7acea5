/**
 * Texts that hosts write themselves: plain paragraphs and lists, with `**strong**` words, links, and variables in
 * braces. A text is parsed once, and only then are variables replaced, so no value becomes markup, a link, a header, or
 * another variable.
 */

/** What a text may name, as an editor offers it. `{answer:2}` is the answer to the second question. */
export const variableNames = [
  'event',
  'invitee',
  'first_name',
  'host',
  'when',
  'zone',
  'location',
  'join_url',
  'cancel_url',
  'reschedule_url',
  'reason',
  'organization',
] as const
export type VariableName = (typeof variableNames)[number]

/** Those that stand for a URL of ours or of the meeting, and may be the target of a link. */
const urlNames = ['join_url', 'cancel_url', 'reschedule_url'] as const satisfies readonly VariableName[]

export const maxSubjectLength = 200
export const maxBodyLength = 5000
const maxAnswer = 20

type Variable = { readonly name: VariableName } | { readonly answer: number }

interface Styled {
  readonly isStrong: boolean
  /** A URL, or the variable that has it. */
  readonly target: string | VariableName | null
}

type Piece = ({ readonly text: string } | { readonly variable: Variable }) & Styled

interface ParsedBlock {
  readonly kind: 'paragraph' | 'list'
  readonly lines: readonly (readonly Piece[])[]
}

/** A text that was parsed, without its faults. */
export interface OwnWords {
  readonly blocks: readonly ParsedBlock[]
}

/** Why a text is refused, and the part of it that is wrong. */
export interface OwnWordsFault {
  readonly reason: 'unknown_variable' | 'link_not_allowed' | 'variable_in_link'
  readonly part: string
}

/** Words of a message after variables were replaced: the form that every channel renders. */
export interface FilledBlock {
  readonly kind: 'paragraph' | 'list'
  readonly lines: readonly (readonly FilledRun[])[]
}

export interface FilledRun {
  readonly text: string
  readonly isStrong: boolean
  readonly url: string | null
}

/** What a text is filled with. What is null is left out. */
export interface OwnWordValues extends Readonly<Record<VariableName, string | null>> {
  readonly answers: readonly string[]
}

const plain: Styled = { isStrong: false, target: null }

const variablePattern = /\{([^{}\n]{0,40})\}?/y
const strongPattern = /\*\*(?=\S)([^\n]*?\S)\*\*/y
const linkPattern = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,2000})\)/y
const urlPattern = /https?:\/\/[^\s<>"{}|\\^`[\]*]+/iy

const at = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index
  return pattern.exec(text)
}

const variableFrom = (text: string): Variable | undefined => {
  const answer = /^answer:(\d{1,2})$/.exec(text)
  if (answer) {
    const number = Number(answer[1])
    return number >= 1 && number <= maxAnswer ? { answer: number } : undefined
  }
  const name = variableNames.find((known) => known === text)
  return name === undefined ? undefined : { name }
}

const urlVariable = (target: string): VariableName | undefined => urlNames.find((name) => target === `{${name}}`)

const isWebUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)

/** The end of a sentence is no part of a URL. */
const withoutEnd = (url: string): string => url.replace(/[.,;:!?)'’”»]+$/, '')

/** One line as pieces. `{{` is a brace; markup that is not complete is text. */
const piecesOf = (line: string, faults: OwnWordsFault[], style: Styled = plain): Piece[] => {
  const pieces: Piece[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') pieces.push({ text, ...style })
    text = ''
  }
  const add = (more: readonly Piece[]): void => {
    flush()
    pieces.push(...more)
  }
  for (let index = 0; index < line.length; ) {
    const character = line[index] as string
    if (character === '{') {
      if (line[index + 1] === '{') {
        text += '{'
        index += 2
        continue
      }
      const found = at(variablePattern, line, index)
      const whole = found?.[0] ?? character
      const variable = whole.endsWith('}') ? variableFrom(found?.[1] ?? '') : undefined
      if (variable) add([{ variable, ...style, ...urlTarget(variable, style) }])
      else faults.push({ reason: 'unknown_variable', part: whole })
      index += whole.length
      continue
    }
    const strong = character === '*' && !style.isStrong ? at(strongPattern, line, index) : null
    if (strong) {
      add(piecesOf(strong[1] as string, faults, { ...style, isStrong: true }))
      index += strong[0].length
      continue
    }
    const link = character === '[' && style.target === null ? at(linkPattern, line, index) : null
    const target =
      link && (urlVariable(link[2] as string) ?? (isWebUrl(link[2] as string) ? (link[2] as string) : null))
    if (link && target !== null) {
      add(piecesOf(link[1] as string, faults, { ...style, target }))
      index += link[0].length
      continue
    }
    const found = style.target === null ? at(urlPattern, line, index)?.[0] : undefined
    const url = found === undefined ? '' : withoutEnd(found)
    if (isWebUrl(url)) {
      add([{ text: url, isStrong: style.isStrong, target: url }])
      index += url.length
      continue
    }
    text += character
    index += 1
  }
  flush()
  return pieces
}

/** A URL that stands alone links to itself. */
const urlTarget = (variable: Variable, { target }: Styled): Partial<Styled> => {
  const name = 'name' in variable ? urlNames.find((known) => known === variable.name) : undefined
  return target === null && name !== undefined ? { target: name } : {}
}

const inLines = (text: string): string => text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')

/** The body of a message. Blank lines part paragraphs; lines that begin with `- ` are a list. */
export const parseBody = (source: string): { readonly words: OwnWords; readonly faults: readonly OwnWordsFault[] } => {
  const faults: OwnWordsFault[] = []
  const blocks = withoutControls(inLines(source))
    .split(/\n[ \t]*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
    .flatMap(apart)
    .map(({ kind, lines }) => ({ kind, lines: lines.map((line) => piecesOf(line, faults)) }))
  return { words: { blocks }, faults }
}

/** Lists apart from the lines around them. */
const apart = (lines: readonly string[]): { kind: ParsedBlock['kind']; lines: string[] }[] => {
  const blocks: { kind: ParsedBlock['kind']; lines: string[] }[] = []
  for (const line of lines) {
    const kind = /^[-*•] /.test(line) ? 'list' : 'paragraph'
    const last = blocks.at(-1)
    const text = kind === 'list' ? line.slice(2).trim() : line
    if (last?.kind === kind) last.lines.push(text)
    else blocks.push({ kind, lines: [text] })
  }
  return blocks
}

/** A subject has variables and no markup. */
export const parseSubject = (
  source: string,
): { readonly words: OwnWords; readonly faults: readonly OwnWordsFault[] } => {
  const faults: OwnWordsFault[] = []
  const pieces: Piece[] = []
  let from = 0
  for (let index = source.indexOf('{'); index !== -1; index = source.indexOf('{', from)) {
    if (index > from) pieces.push({ text: source.slice(from, index), ...plain })
    if (source[index + 1] === '{') {
      pieces.push({ text: '{', ...plain })
      from = index + 2
      continue
    }
    const found = at(variablePattern, source, index)
    const whole = found?.[0] ?? '{'
    const variable = whole.endsWith('}') ? variableFrom(found?.[1] ?? '') : undefined
    if (variable) pieces.push({ variable, ...plain })
    else faults.push({ reason: 'unknown_variable', part: whole })
    from = index + whole.length
  }
  if (from < source.length) pieces.push({ text: source.slice(from), ...plain })
  return { words: { blocks: [{ kind: 'paragraph', lines: [pieces] }] }, faults }
}

/** Anything that a mail program may show as a link, in the source of a text. */
const linkish = /(?:[a-z][a-z0-9+.-]{0,20})?:\/\/[^\s<>]*|\bwww\.[^\s<>]*/gi
/** Mail programs make a link of a name such as `example.com`, too. An email address is none. */
const bareAddress = /(?<![\w@./+-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,10}[a-z]{2,24}(?![\w+-]|(?:\.[\w+-]{1,64}){0,5}@)/gi

/**
 * Links that a text may not have. On an installation that strangers share, a text with any link would be a phishing
 * mail in the name of the operator.
 */
export const linkFaults = (source: string, isAllowed: (host: string) => boolean): readonly OwnWordsFault[] => {
  const text = inLines(source)
  const faults: OwnWordsFault[] = []
  const links = [...text.matchAll(linkish)]
  for (const { 0: found } of links) {
    const part = found.slice(0, 100)
    const host = /^https?:\/\/([^/?#\s()[\]*]+)/i.exec(found)?.[1]
    const target = found.split(/[)\]]/)[0] ?? ''
    if (host === undefined || host.includes('{') || !isHost(host) || !isAllowed(host.toLowerCase()))
      faults.push({ reason: 'link_not_allowed', part })
    else if (target.includes('{')) faults.push({ reason: 'variable_in_link', part })
  }
  for (const { 0: host, index } of text.matchAll(bareAddress)) {
    const isInLink = links.some((link) => index >= link.index && index < link.index + link[0].length)
    if (!isInLink && !isAllowed(host.toLowerCase())) faults.push({ reason: 'link_not_allowed', part: host })
  }
  return faults
}

const isHost = (host: string): boolean =>
  /^[a-z0-9.-]+(?::\d{1,5})?$/i.test(withoutEnd(host)) && URL.canParse(`https://${withoutEnd(host)}`)

/** Whether a host is that of the site, or of a domain that the operator allows. `*` allows every one. */
export const linkPolicy =
  (site: string, domains: readonly string[]) =>
  (host: string): boolean => {
    const named = withoutEnd(host)
    const [name = ''] = named.split(':')
    return (
      named === new URL(site).host.toLowerCase() ||
      domains.some((domain) => domain === '*' || name === domain || name.endsWith(`.${domain}`))
    )
  }

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
/** They turn the text that follows around, also that of others. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const withoutControls = (text: string): string => text.replaceAll('\t', ' ').replaceAll(controls, '')

const valueFor = (variable: Variable, values: OwnWordValues): string => {
  const value = 'answer' in variable ? values.answers[variable.answer - 1] : values[variable.name]
  return withoutControls(inLines(value ?? '')).replaceAll(turning, '')
}

/** A text with its variables replaced. Lines that consist of nothing but empty values are left out. */
export const filledBody = ({ blocks }: OwnWords, values: OwnWordValues): readonly FilledBlock[] =>
  blocks
    .map(({ kind, lines }) => ({
      kind,
      lines: lines
        .map((pieces) => pieces.map((piece) => runOf(piece, values)).filter(({ text }) => text !== ''))
        .filter((runs) => runs.some(({ text }) => text.trim() !== '')),
    }))
    .filter(({ lines }) => lines.length > 0)

const runOf = (piece: Piece, values: OwnWordValues): FilledRun => {
  const { isStrong, target } = piece
  const text = 'text' in piece ? piece.text : valueFor(piece.variable, values)
  const named = variableNames.find((name) => name === target)
  const url = named === undefined ? target : values[named]
  return { text, isStrong, url: url !== null && isWebUrl(url) ? url : null }
}

/** One line of at most 200 characters. */
export const filledSubject = ({ blocks }: OwnWords, values: OwnWordValues): string => {
  const text = blocks
    .flatMap(({ lines }) => lines.flat())
    .map((piece) => ('text' in piece ? piece.text : valueFor(piece.variable, values)))
    .join('')
  const line = [...withoutControls(text.replaceAll(/\s+/g, ' ')).trim()]
  return line.length <= maxSubjectLength ? line.join('') : `${line.slice(0, maxSubjectLength - 1).join('')}…`
}

/** For channels without markup. */
export const plainText = (blocks: readonly FilledBlock[]): string =>
  blocks
    .map(({ kind, lines }) => lines.map((runs) => (kind === 'list' ? '- ' : '') + plainLine(runs)).join('\n'))
    .join('\n\n')

/** A link with its URL, unless it shows the URL itself. */
export const plainLine = (runs: readonly FilledRun[]): string =>
  runs
    .map(({ text, url }, index) =>
      url === null || url === text || runs[index + 1]?.url === url ? text : `${text} (${url})`,
    )
    .join('')
