/** TypeScript as the scanner sees it: where comments are, what is a string, and what is code. */
export interface SourceText {
  /** Comments are blank; strings are there. */
  readonly code: string
  /** Comments and the contents of strings are blank. */
  readonly bare: string
  /** The contents of the strings and templates, in order. */
  readonly strings: readonly string[]
}

// A slash begins a regular expression where no value can have ended: after an operator, an opening bracket or one of
// these words.
const beforeRegExp =
  /(?:^|[=(,:[!&|?{};+\-*%<>~^])$|\b(?:return|typeof|case|in|of|await|yield|void|throw|new|delete|else|do)$/

/**
 * Not a parser, and it need not be one: it only keeps apart comments, strings and code, so that an import in a comment
 * is none, and a word in a sentence is no call. What it reads is checked against the compiler's own list of imports.
 */
export const readSourceText = (text: string): SourceText => {
  let code = ''
  let bare = ''
  const strings: string[] = []
  const openTemplates: number[] = []
  let braces = 0
  let at = 0

  const blank = (piece: string): string => piece.replace(/[^\n]/g, ' ')
  const take = (end: number, kind: 'code' | 'comment' | 'string'): void => {
    const piece = text.slice(at, end)
    code += kind === 'comment' ? blank(piece) : piece
    bare += kind === 'code' ? piece : blank(piece)
    if (kind === 'string') strings.push(piece)
    at = end
  }
  const endOf = (found: number): number => (found === -1 ? text.length : found)

  /** From inside a template up to its end or the next `${`. */
  const takeTemplate = (): void => {
    let end = at
    while (end < text.length && text[end] !== '`' && !text.startsWith('${', end)) end += text[end] === '\\' ? 2 : 1
    take(end, 'string')
    if (text[at] === '`') take(at + 1, 'code')
    else if (at < text.length) {
      openTemplates.push(braces)
      take(at + 2, 'code')
    }
  }

  while (at < text.length) {
    const character = text[at] as string
    if (text.startsWith('//', at)) take(endOf(text.indexOf('\n', at)), 'comment')
    else if (text.startsWith('/*', at)) take(endOf(text.indexOf('*/', at)) + 2, 'comment')
    else if (character === "'" || character === '"') {
      take(at + 1, 'code')
      let end = at
      while (end < text.length && text[end] !== character && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
      take(end, 'string')
      take(at + 1, 'code')
    } else if (character === '`') {
      take(at + 1, 'code')
      takeTemplate()
    } else if (character === '}' && openTemplates.at(-1) === braces) {
      openTemplates.pop()
      take(at + 1, 'code')
      takeTemplate()
    } else if (character === '/' && beforeRegExp.test(bare.slice(-200).trimEnd())) take(endOfRegExp(text, at), 'string')
    else {
      if (character === '{') braces += 1
      if (character === '}') braces -= 1
      take(at + 1, 'code')
    }
  }
  return { code, bare, strings }
}

const endOfRegExp = (text: string, start: number): number => {
  let inClass = false
  let at = start + 1
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) return at + 1
  }
  return at
}
