import { createHash } from 'node:crypto'

/**
 * What the hash of an entry covers; of its subject only a digest, because the subject may be erased. None of it is ever
 * changed.
 */
export interface Link {
  readonly organizationId: string
  readonly position: number
  readonly factId: string
  readonly factName: string
  readonly namespace: string
  readonly action: string
  readonly actorType: string
  readonly actorId: string | null
  readonly actorName: string
  readonly occurredAt: Date
  readonly subjectDigest: Buffer
}

/** In place of the hash before the first entry. */
export const genesisHash = Buffer.alloc(32)

/** Salted. The salt is erased with the subject, so that nobody can find the subject by trying. */
export const digestOf = (salt: Buffer, subject: string): Buffer =>
  createHash('sha256').update(salt).update(subject).digest()

/** Each hash covers the one before: changing one entry means changing all that follow. */
export const hashOf = (before: Buffer, link: Link): Buffer => {
  const {
    organizationId,
    position,
    factId,
    factName,
    namespace,
    action,
    actorType,
    actorId,
    actorName,
    occurredAt,
    subjectDigest,
  } = link
  const content = [
    organizationId,
    position,
    factId,
    factName,
    namespace,
    action,
    actorType,
    actorId,
    actorName,
    occurredAt.toISOString(),
  ]
  return createHash('sha256').update(before).update(JSON.stringify(content)).update(subjectDigest).digest()
}

/** An entry as it is stored, with its fact: null where there is none any more. */
export interface StoredLink extends Link {
  readonly hash: Buffer
  readonly salt: Buffer | null
  readonly subject: string | null
}

/** How an entry differs from the one that was written after `before`; undefined when it does not. */
export const mismatchIn = (
  before: { readonly position: number; readonly hash: Buffer },
  link: StoredLink,
): string | undefined => {
  if (link.position !== before.position + 1) return `entry ${before.position + 1} is missing`
  if (link.subject === null) return `entry ${link.position} has lost its fact`
  if (link.salt && !digestOf(link.salt, link.subject).equals(link.subjectDigest))
    return `what entry ${link.position} tells was changed`
  if (!hashOf(before.hash, link).equals(link.hash)) return `entry ${link.position} was changed`
  return undefined
}
