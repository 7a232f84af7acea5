import { invalid } from '#contract/problem.ts'
import { isStorable } from './strict-json.ts'

/**
 * A query string as fields. A name that stands twice, or as `name[]`, is a list; so is `a,b` for a field that takes
 * lists, which its schema sees to.
 */
export const parseQuery = (text: string): Record<string, unknown> => {
  const fields: Record<string, unknown> = Object.create(null)
  if (text === '') return fields
  for (const [rawName, value] of new URLSearchParams(text)) {
    const isList = rawName.endsWith('[]')
    const name = isList ? rawName.slice(0, -2) : rawName
    const before = fields[name]
    if (before === undefined) fields[name] = isList ? [value] : value
    else if (Array.isArray(before)) before.push(value)
    else fields[name] = [before, value]
  }
  return fields
}

/** What a request asks for, as it stands in its first line: a proxy may put the host in front. */
export const splitTarget = (target: string): { path: string; query: string } => {
  const [, path = target, query = ''] = /^(?:[a-z]+:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(target) ?? []
  return { path, query }
}

/** What no field can hold is refused by its name. */
export const checkQuery = (fields: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(fields)) {
    const texts = Array.isArray(value) ? value : [value]
    if (!isStorable(name) || !texts.every((text) => isStorable(text)))
      throw invalid({ parameter: name.replaceAll('\0', ''), reason: 'invalid' })
  }
}
