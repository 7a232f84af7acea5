import type { Principal } from '#contract/principal.ts'
import type { FactName } from './catalogue.ts'

/** Who did it: a member, somebody who was invited, or the machine and its operator. */
export type Actor = { readonly type: 'user'; readonly membershipId: string } | { readonly type: 'invitee' } | { readonly type: 'system' }

export interface Fact {
  readonly name: FactName
  readonly organizationId: string
  readonly actor: Actor
  /** What it happened to, as it looked afterwards to a client. */
  readonly subject: object
  /** Whom the subject tells something about, if they are an invitee: erasing them erases it. */
  readonly person?: Buffer | undefined
  readonly occurredAt: Date
}

/** A fact as it was written down. */
export interface RecordedFact {
  readonly id: string
  readonly name: FactName
  readonly organizationId: string
  readonly actorType: Actor['type']
  /** The membership of whoever did it, if they are a member. */
  readonly actorId: string | null
  /** JSON. */
  readonly subject: string
  readonly person: Buffer | null
  readonly occurredAt: Date
}

export const system: Actor = { type: 'system' }

export const actorOf = ({ via, membershipId }: Principal): Actor => (via.kind === 'command_line' ? system : { type: 'user', membershipId })
