import { createHash } from 'node:crypto'

/** What the chain says about an entry, apart from what it happened to. None of it is ever changed. */
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

/** Before the first entry. */
export const beginning = Buffer.alloc(32)

/** With a salt, which goes when the subject goes: then nobody can try what it may have been. */
export const digestOf = (salt: Buffer, subject: string): Buffer => createHash('sha256').update(salt).update(subject).digest()

/** Each holds all those before it: who changes one has to change every one that follows. */
export const hashOf = (before: Buffer, link: Link): Buffer => {
  const { organizationId, position, factId, factName, namespace, action, actorType, actorId, actorName, occurredAt, subjectDigest } = link
  const said = [organizationId, position, factId, factName, namespace, action, actorType, actorId, actorName, occurredAt.toISOString()]
  return createHash('sha256').update(before).update(JSON.stringify(said)).update(subjectDigest).digest()
}

/** An entry as it stands now, with its fact: null where there is none any more. */
export interface StandingLink extends Link {
  readonly hash: Buffer
  readonly salt: Buffer | null
  readonly subject: string | null
}

/** What is wrong with an entry that comes after `before`; undefined when nothing is. */
export const whatIsWrong = (before: { readonly position: number; readonly hash: Buffer }, link: StandingLink): string | undefined => {
  if (link.position !== before.position + 1) return `entry ${before.position + 1} is missing`
  if (link.subject === null) return `entry ${link.position} has lost its fact`
  if (link.salt && !digestOf(link.salt, link.subject).equals(link.subjectDigest)) return `what entry ${link.position} tells was changed`
  if (!hashOf(before.hash, link).equals(link.hash)) return `entry ${link.position} was changed`
  return undefined
}
