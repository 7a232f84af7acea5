import { invalid } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import type { RawInput } from '#execution/perform.ts'
import type { Route } from '#execution/route-table.ts'
import type { Fields } from './known-tool.ts'
import type { AddressTool, Argument } from './tool.ts'

/** What came with a call, as the request it stands for. Null is as good as left out: models fill in every field. */
export const rawInputOf = ({ takes, name: tool }: AddressTool, { path: names = {} }: Route, sent: Fields): RawInput => {
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  let body: Fields = {}
  checkNames(tool, takes, sent)
  for (const [name, argument] of Object.entries(takes)) {
    const value = sent[name] ?? undefined
    switch (argument.at) {
      case 'path':
        path[names[argument.part] ?? argument.part] = idIn(name, argument, value)
        break
      case 'query':
        if (value !== undefined) query[name] = value
        else if (argument.isRequired) throw invalid({ parameter: name, reason: 'missing' })
        break
      case 'body':
        body = bodyFrom(name, argument, value)
    }
  }
  return { path, query, body }
}

/** For tools of our own, which have a schema. */
export const withoutNulls = (sent: Fields): Fields =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))

/** A misspelt filter would filter nothing, and nobody would notice. */
const checkNames = (tool: string, takes: AddressTool['takes'], sent: Fields): void => {
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(takes, name))
  if (unknown.length === 0) return
  const known = Object.keys(takes).join(', ') || 'none'
  throw invalid(
    ...unknown
      .slice(0, 20)
      .map((parameter) => ({ parameter, reason: 'unknown_argument' as const, values: { tool, known } })),
  )
}

const idIn = (name: string, { of: collection }: Argument & { at: 'path' }, value: unknown): string => {
  if (value === undefined) throw invalid({ parameter: name, reason: 'missing' })
  const read = referenceTo(...collection).safeParse(value)
  if (read.success) return read.data
  throw invalid({ parameter: name, reason: 'not_a_uri', values: { path: `/${collection.join('/{uuid}/')}/{uuid}` } })
}

/** An object; or, from clients that know only text, its JSON. */
const bodyFrom = (name: string, { isOptional = false, orText }: Argument & { at: 'body' }, value: unknown): Fields => {
  if (value === undefined) {
    if (isOptional) return {}
    throw invalid({ parameter: name, reason: 'missing' })
  }
  const read =
    typeof value === 'string' ? (objectIn(value) ?? (orText === undefined ? undefined : { [orText]: value })) : value
  if (read !== undefined && typeof read === 'object' && !Array.isArray(read)) return read as Fields
  throw invalid({ parameter: name, reason: 'not_an_object' })
}

const objectIn = (text: string): object | undefined => {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
