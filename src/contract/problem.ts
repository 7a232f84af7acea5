import { type Reason, type ReasonCode, type ReasonValues, textOf } from './reasons.ts'
import type { Scope } from './scopes.ts'

/** A kind of refusal. Our documentation lists it by its code, which is never renamed; clients get title and message. */
export interface ProblemKind {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly message: string
}

/** What is wrong with one parameter. */
export interface Detail extends Reason {
  readonly parameter?: string
  /** A code that the contract puts beside the text. */
  readonly code?: string
}

const kinds: ProblemKind[] = []

/** All kinds, for the generated list of errors. */
export const problemKinds: readonly ProblemKind[] = kinds

export const problemKind = (status: number, code: string, title: string, message: string): ProblemKind => {
  const kind = { code, status, title, message }
  kinds.push(kind)
  return kind
}

interface ProblemOptions {
  readonly reason?: ReasonCode | undefined
  readonly values?: ReasonValues | undefined
  /** For texts that no page shows. */
  readonly message?: string
  readonly details?: readonly Detail[]
  readonly body?: object
}

/** A detail as it is sent. */
export interface DetailBody {
  readonly parameter?: string
  readonly message: string
  readonly code?: string
}

export const detailBody = ({ parameter, code, ...reason }: Detail): DetailBody => ({
  ...(parameter === undefined ? {} : { parameter }),
  message: textOf(reason),
  ...(code === undefined ? {} : { code }),
})

/** A refusal the caller can act on. Any other error that is thrown is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  /** Where the kind alone does not say why. */
  readonly reason: Reason | undefined
  readonly details: readonly Detail[]

  /** As it is sent. */
  readonly body: object

  constructor(kind: ProblemKind, { reason, values, details = [], body, ...given }: ProblemOptions = {}) {
    const message = given.message ?? (reason === undefined ? kind.message : textOf({ reason, values }))
    super(message)
    this.kind = kind
    this.reason = reason === undefined ? undefined : { reason, values }
    this.details = details
    this.body = body ?? {
      title: kind.title,
      message,
      ...(details.length > 0 ? { details: details.map(detailBody) } : {}),
    }
  }
}

export const invalidArgument = problemKind(
  400,
  'invalid_argument',
  'Invalid Argument',
  'The supplied parameters are invalid.',
)
export const unauthenticated = problemKind(401, 'unauthenticated', 'Unauthenticated', 'The access token is invalid')
export const permissionDenied = problemKind(
  403,
  'permission_denied',
  'Permission Denied',
  'You do not have permission to access this resource.',
)
export const insufficientScope = problemKind(
  403,
  'insufficient_scope',
  'Insufficient scope',
  "This operation requires the scopes listed in the 'required_scopes' array.",
)
export const notFound = problemKind(
  404,
  'resource_not_found',
  'Resource Not Found',
  'The server could not find the requested resource.',
)
export const bodyTooLarge = problemKind(
  413,
  'body_too_large',
  'Payload Too Large',
  'The request body is larger than 64 KiB.',
)
export const unsupportedMediaType = problemKind(
  415,
  'unsupported_media_type',
  'Unsupported Media Type',
  'Send the body as JSON, with the header Content-Type: application/json.',
)
export const idempotencyKeyReused = problemKind(
  422,
  'idempotency_key_reused',
  'Unprocessable Entity',
  'This Idempotency-Key was already used for another request.',
)
export const tooManyRequests = problemKind(
  429,
  'too_many_requests',
  'Too Many Requests',
  'Rate limit exceeded. Retry after {n} seconds.',
)
export const headersTooLarge = problemKind(
  431,
  'headers_too_large',
  'Request Header Fields Too Large',
  'The request headers are too large.',
)
export const internalError = problemKind(
  500,
  'internal_server_error',
  'Internal Server Error',
  'The server encountered an unexpected condition that prevented it from fulfilling the request.',
)
export const unavailable = problemKind(
  503,
  'service_unavailable',
  'Service Unavailable',
  'The service is temporarily unavailable. Retry the request.',
)

/** The token is valid but lacks a scope. The body has a shape of its own. */
export const lacksScopes = (required_scopes: readonly Scope[]): Problem =>
  new Problem(insufficientScope, {
    body: { title: insufficientScope.title, message: insufficientScope.message, required_scopes },
  })

/** One or more fields of the input are wrong. */
export const invalid = (...details: readonly Detail[]): Problem => new Problem(invalidArgument, { details })

export const refuse = (reason: ReasonCode, values?: ReasonValues): Problem =>
  new Problem(permissionDenied, { reason, values })

/** The same for what does not exist and what belongs to another organization. */
export const missing = (): Problem => new Problem(notFound)

/** The thing that was found; 404 when there is none. */
export const existing = <Thing>(found: Thing | undefined): Thing => {
  if (found === undefined) throw missing()
  return found
}
