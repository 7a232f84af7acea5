import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDocument, ApiOperation } from '#http/openapi.ts'

export interface DescribedOperation {
  readonly method: string
  /** As in the document: `/users/{uuid}`. */
  readonly path: string
  readonly operation: ApiOperation
}

export const operationsIn = (document: ApiDocument): DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const maxParameterLength = 500

/**
 * The operation that the router gives this address to: a slash at the end does not count, and a name comes before a
 * parameter.
 */
export const operationAt = (
  operations: readonly DescribedOperation[],
  method: string,
  url: string,
): DescribedOperation | undefined => {
  const path = new URL(url, 'http://127.0.0.1').pathname.replace(/(?<=.)\/$/, '')
  const parts = path.split('/')
  const fills = (part = ''): boolean => part !== '' && part.length <= maxParameterLength
  const fits = (template: string): boolean => {
    const names = template.split('/')
    return (
      names.length === parts.length &&
      names.every((name, index) => (name.startsWith('{') ? fills(parts[index]) : name === parts[index]))
    )
  }
  const [first, ...others] = operations.filter((candidate) => candidate.method === method && fits(candidate.path))
  return others.find(({ path: template }) => template === path) ?? first
}

/**
 * Holds bodies against the document's own schemas. Objects are closed here: what is not described may not be answered.
 */
export class DocumentChecker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true, code: { optimize: false } })
  readonly #document: ApiDocument
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: ApiDocument) {
    this.#document = closed(document) as ApiDocument
    addFormats.default(this.#ajv)
    // RFC 5321 has hosts without a dot, and RFC 6531 letters of every alphabet; the format that came with it knows
    // neither.
    this.#ajv.addFormat('email', /^[^\s@]+@[^\s@]+$/)
    this.#ajv.addSchema({ $id: 'document', ...this.#document })
  }

  /** What is wrong with a body at a place in the document; undefined when nothing is. */
  complaintAt(pointer: string, body: unknown): string | undefined {
    let validate = this.#compiled.get(pointer)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `document#${pointer}` })
      this.#compiled.set(pointer, validate)
    }
    return validate(body) ? undefined : this.#ajv.errorsText(validate.errors)
  }

  /** What is wrong with an error of whatever address. */
  complaintAboutError(body: unknown): string | undefined {
    return (
      this.complaintAt('/components/schemas/InsufficientScope', body) &&
      this.complaintAt('/components/schemas/Error', body)
    )
  }

  /** What is wrong with an answer of an address, its status included. */
  complaintAbout({ method, path, operation }: DescribedOperation, status: number, body: unknown): string | undefined {
    const described = operation.responses[status]
    if (!described) return `${status} is not described`
    const place =
      described.$ref?.slice(1) ?? `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}`
    const response =
      described.$ref === undefined
        ? described
        : this.#document.components.responses[described.$ref.split('/').at(-1) ?? '']
    if (!response?.content) return body === undefined ? undefined : 'there is a body, although none is described'
    const { examples } = response.content['application/json']
    const titles = Object.values(examples ?? {}).map(({ value }) => (value as { title: string }).title)
    const { title } = body as { title?: string }
    if (status >= 400 && !titles.includes(String(title)))
      return `${title} is not among its errors: ${titles.join(', ')}`
    return this.complaintAt(`${place}/content/${escapePointer('application/json')}/schema`, body)
  }
}

/** For a JSON pointer within a URI. */
export const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (value === null || typeof value !== 'object') return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  const isOpenObject =
    members.type === 'object' && typeof members.properties === 'object' && members.additionalProperties === undefined
  return isOpenObject ? { ...members, additionalProperties: false } : members
}
