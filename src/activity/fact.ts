import type { Principal } from '#contract/principal.ts'
import type { FactName } from './catalogue.ts'

/** A member, an invitee, or the service and its operator. */
export type Actor =
  | { readonly type: 'user'; readonly membershipId: string }
  | { readonly type: 'invitee' }
  | { readonly type: 'system' }

export interface Fact {
  readonly name: FactName
  readonly organizationId: string
  readonly actor: Actor
  /** The resource it happened to, as a client saw it afterwards. */
  readonly subject: object
  /** The invitee that the subject is about, if any: erasing them erases it. */
  readonly person?: Buffer | undefined
  readonly occurredAt: Date
}

/** A fact as it is stored. */
export interface RecordedFact {
  readonly id: string
  readonly name: FactName
  readonly organizationId: string
  readonly actorType: Actor['type']
  /** The membership of the actor, if they are a member. */
  readonly actorId: string | null
  /** JSON. */
  readonly subject: string
  readonly person: Buffer | null
  readonly occurredAt: Date
}

export const system: Actor = { type: 'system' }

export const actorOf = ({ via, membershipId }: Principal): Actor =>
  via.kind === 'command_line' ? system : { type: 'user', membershipId }
