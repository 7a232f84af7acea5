import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'

/** A fenced block of a document, and what the comment above it says about running it. */
export interface Snippet {
  readonly document: string
  readonly line: number
  readonly language: string
  readonly code: string
  readonly mark: string | undefined
}

export const documentsWithSnippets = (): string[] => [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]

/** Also in a list, where it is indented. */
const fence = /(?:^ *<!-- ([^\n]*) -->\n)?^( *)```(\S*)\n([\s\S]*?)^\2```$/gm

export const snippetsOf = (document: string): Snippet[] => {
  const text = readFileSync(join(packageRoot, document), 'utf8')
  return [...text.matchAll(fence)].map(({ 1: mark, 2: indentation = '', 3: language = '', 4: code = '', index }) => ({
    document,
    line: text.slice(0, index).split('\n').length + (mark === undefined ? 0 : 1),
    language,
    code: code.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
    mark,
  }))
}

/** What becomes of a snippet in the test that runs them all. */
export type Use =
  | { readonly kind: 'run'; readonly onEmpty: boolean }
  /** A person does this in a browser; somebody stands in for them. */
  | { readonly kind: 'person' }
  /** What the snippet before it prints; `…` stands for anything. */
  | { readonly kind: 'prints' }
  /** Written to a file that a later snippet uses. */
  | { readonly kind: 'file'; readonly name: string }
  /** Another test reads it from the document and runs it. */
  | { readonly kind: 'elsewhere'; readonly test: string }
  | { readonly kind: 'not run'; readonly reason: string }
  /** Nothing that could be run: a drawing, or an excerpt that another test compares with its source file. */
  | { readonly kind: 'picture' }
  | { readonly kind: 'unknown' }

const pictures = ['', 'mermaid']
const programs = ['sh', 'js', 'ts', 'python']

export const useOf = ({ language, code, mark }: Snippet): Use => {
  const says = (pattern: RegExp): string | undefined => pattern.exec(mark ?? '')?.[1]
  const reason = says(/^not run: (.+)$/)
  if (reason !== undefined) return { kind: 'not run', reason }
  const elsewhere = says(/^run by (\S+)$/)
  if (elsewhere !== undefined) return { kind: 'elsewhere', test: elsewhere }
  const name = says(/^file: (\S+)$/)
  if (name !== undefined) return { kind: 'file', name }
  if (mark === 'the person allows it') return { kind: 'person' }
  if (mark === 'prints') return { kind: 'prints' }
  if (mark === undefined && pictures.includes(language)) return { kind: 'picture' }
  if (/^\/\/ (src|test)\//.test(code)) return { kind: 'picture' }
  if (programs.includes(language) && (mark === undefined || mark === 'on an empty database'))
    return { kind: 'run', onEmpty: mark !== undefined }
  return { kind: 'unknown' }
}

/** Whether a text is what a document shows, with `…` for anything. Space at the ends does not count. */
export const isAsShown = (shown: string, printed: string): boolean => {
  const pattern = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(printed.trim())
}
