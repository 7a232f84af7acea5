import { OauthRefusal } from './refusal.ts'

/** The parameters of a request, each name with all its values. */
export type Parameters = Readonly<Record<string, readonly string[]>>

export const parametersFrom = (text: URLSearchParams): Parameters => {
  const parameters: Record<string, string[]> = Object.create(null)
  for (const [name, value] of text) {
    const before = parameters[name]
    if (before) before.push(value)
    else parameters[name] = [value]
  }
  return parameters
}

/** RFC 6749 §3.1: a parameter without a value counts as omitted, and none may be repeated. */
export const optional = (parameters: Parameters, name: string): string | undefined => {
  const values = parameters[name] ?? []
  if (values.length > 1) throw new OauthRefusal('invalid_request', `The parameter ${name} was sent more than once.`)
  return values[0] === '' ? undefined : values[0]
}

export const required = (parameters: Parameters, name: string): string => {
  const value = optional(parameters, name)
  if (value === undefined) throw new OauthRefusal('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** `resource` alone may be repeated (RFC 8707 §2). */
export const everyOne = (parameters: Parameters, name: string): readonly string[] =>
  (parameters[name] ?? []).filter((value) => value !== '')
