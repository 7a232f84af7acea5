import type { SearchTerm } from './search-term.ts'

/** The member who acted, as they are now; their name as it was then. */
export interface EntryActor {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly group: { readonly id: string; readonly name: string; readonly role: string } | null
}

/** One line of the log. */
export interface Entry {
  readonly id: string
  readonly occurredAt: Date
  readonly namespace: string
  readonly action: string
  readonly actorType: 'user' | 'invitee' | 'system'
  readonly actor: EntryActor | null
  readonly details: object
}

export interface EntryFilter {
  readonly search?: SearchTerm | undefined
  readonly userIds?: readonly string[] | undefined
  readonly namespaces?: readonly string[] | undefined
  readonly actions?: readonly string[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Counting stops here. */
export const maxCounted = 10_000

export const sortFields = ['action', 'actor.display_name', 'actor.uri', 'namespace', 'occurred_at'] as const

/** The display name of the service and its operator. */
export const systemName = 'Openslot System'
