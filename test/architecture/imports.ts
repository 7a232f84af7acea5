import { posix } from 'node:path'
import { readSourceText, type SourceText } from './source-text.ts'

export interface Import {
  /** As it is written: `#platform/db/database.ts`, `./page.ts`, `kysely`. */
  readonly specifier: string
  /** A path from the top of the project, or the name of a package. */
  readonly target: string
  readonly isPackage: boolean
  readonly typeOnly: boolean
  /** What is taken from it, by its name there. Empty for `import '…'`, `import * as` and `import(…)`. */
  readonly names: readonly string[]
}

export interface Module extends SourceText {
  readonly path: string
  readonly imports: readonly Import[]
}

// Looked for where strings are blank, so that the words of an import inside a string are none; the specifier is then
// read at its place.
const statement =
  /\b(import|export)\s+(type\s+)?((?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s*as\s+[\w$]+)?)?)\s*(from\s*)?(['"])( +)\5/dg
const late = /\bimport\s*\(\s*(['"`])( +)\1/dg

export const readModule = (path: string, text: string): Module => {
  const source = readSourceText(text)
  const at = (range: [number, number] | undefined): string => (range ? source.code.slice(...range) : '')
  const imports = [...source.bare.matchAll(statement)]
    .filter(([, word, , , from]) => word === 'import' || from !== undefined)
    .map(({ 2: type, 3: clause = '', indices }) =>
      importOf(path, at(indices?.[6]), type !== undefined || takesTypesOnly(clause), namesIn(clause)),
    )
  const lateImports = [...source.bare.matchAll(late)].map(({ indices }) => importOf(path, at(indices?.[2]), false, []))
  return { path, ...source, imports: [...imports, ...lateImports] }
}

const importOf = (from: string, specifier: string, typeOnly: boolean, names: readonly string[]): Import => {
  if (specifier.startsWith('#'))
    return { specifier, target: `src/${specifier.slice(1)}`, isPackage: false, typeOnly, names }
  if (specifier.startsWith('.'))
    return { specifier, target: posix.join(posix.dirname(from), specifier), isPackage: false, typeOnly, names }
  return { specifier, target: packageOf(specifier), isPackage: true, typeOnly, names }
}

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

const braced = (clause: string): string[] =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** `import { type A, type B } from`, with nothing else beside it. */
const takesTypesOnly = (clause: string): boolean =>
  clause.trim().startsWith('{') && braced(clause).length > 0 && braced(clause).every((name) => name.startsWith('type '))

const namesIn = (clause: string): string[] =>
  braced(clause).map((name) => (name.replace(/^type\s+/, '').split(/\s+as\s+/)[0] ?? '').trim())
