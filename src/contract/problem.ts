import type { Scope } from './scopes.ts'

/** A kind of refusal. The code is for our own documentation and never renamed; title and message are the wire's. */
export interface ProblemKind {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly message: string
}

export interface Detail {
  readonly parameter?: string
  readonly message: string
  readonly code?: string
}

const kinds: ProblemKind[] = []

/** Every kind there is, for the generated list of errors. */
export const problemKinds: readonly ProblemKind[] = kinds

export const problemKind = (kind: ProblemKind): ProblemKind => {
  kinds.push(kind)
  return kind
}

/** A refusal: the caller can act on it. Anything else that is thrown is our own fault. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  readonly details: readonly Detail[]

  constructor(kind: ProblemKind, { message = kind.message, details = [] }: { message?: string; details?: readonly Detail[] } = {}) {
    super(message)
    this.kind = kind
    this.details = details
  }

  get body(): object {
    const { title } = this.kind
    return this.details.length > 0 ? { title, message: this.message, details: this.details } : { title, message: this.message }
  }
}

/** The token is good, but not for this. Its body has a shape of its own. */
export class InsufficientScope extends Problem {
  readonly requiredScopes: readonly Scope[]

  constructor(requiredScopes: readonly Scope[]) {
    super(insufficientScope)
    this.requiredScopes = requiredScopes
  }

  override get body(): object {
    return { title: this.kind.title, message: this.message, required_scopes: this.requiredScopes }
  }
}

export const invalidArgument = problemKind({
  code: 'invalid_argument',
  status: 400,
  title: 'Invalid Argument',
  message: 'The supplied parameters are invalid.',
})
export const unauthenticated = problemKind({
  code: 'unauthenticated',
  status: 401,
  title: 'Unauthenticated',
  message: 'The access token is invalid',
})
export const permissionDenied = problemKind({
  code: 'permission_denied',
  status: 403,
  title: 'Permission Denied',
  message: 'You do not have permission to access this resource.',
})
export const insufficientScope = problemKind({
  code: 'insufficient_scope',
  status: 403,
  title: 'Insufficient scope',
  message: "This operation requires the scopes listed in the 'required_scopes' array.",
})
export const notFound = problemKind({
  code: 'resource_not_found',
  status: 404,
  title: 'Resource Not Found',
  message: 'The server could not find the requested resource.',
})
export const bodyTooLarge = problemKind({
  code: 'body_too_large',
  status: 413,
  title: 'Payload Too Large',
  message: 'The body of the request is larger than 64 KiB.',
})
export const unsupportedMediaType = problemKind({
  code: 'unsupported_media_type',
  status: 415,
  title: 'Unsupported Media Type',
  message: 'Send the body as JSON, with the header Content-Type: application/json.',
})
export const idempotencyKeyReused = problemKind({
  code: 'idempotency_key_reused',
  status: 422,
  title: 'Unprocessable Entity',
  message: 'This Idempotency-Key was sent before with another request.',
})
export const tooManyRequests = problemKind({
  code: 'too_many_requests',
  status: 429,
  title: 'Too Many Requests',
  message: 'Rate limit exceeded. Retry after {n} seconds.',
})
export const headersTooLarge = problemKind({
  code: 'headers_too_large',
  status: 431,
  title: 'Request Header Fields Too Large',
  message: 'The headers of the request are too large.',
})
export const internalError = problemKind({
  code: 'internal_server_error',
  status: 500,
  title: 'Internal Server Error',
  message: 'The server encountered an unexpected condition that prevented it from fulfilling the request.',
})
export const unavailable = problemKind({
  code: 'service_unavailable',
  status: 503,
  title: 'Service Unavailable',
  message: 'The service is not available at the moment. Please try the request again.',
})

/** One or more fields of the input are wrong. */
export const invalid = (...details: readonly Detail[]): Problem => new Problem(invalidArgument, { details })

export const refuse = (message: string): Problem => new Problem(permissionDenied, { message })

/** What does not exist, and what another organization has: the same words for both. */
export const missing = (): Problem => new Problem(notFound)

/** What was looked for, if there is such a thing. */
export const existing = <Thing>(found: Thing | undefined): Thing => {
  if (found === undefined) throw missing()
  return found
}
