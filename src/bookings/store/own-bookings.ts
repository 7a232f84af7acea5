import { sql } from 'kysely'
import type { Reader } from '#platform/db/database.ts'
import type { Invitee } from '../invitee.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import { findInvitee } from './invitees.ts'
import { findScheduledEvent } from './scheduled-events.ts'

/** Where the caller is no member: nobody's id. */
export const noMember = '00000000-0000-0000-0000-000000000000'

/** Whoever knows the id of an invitee is the invitee, or was told by them; there is no tenant to ask yet. */
export const findOrganizationOfInvitee = async (reader: Reader, inviteeId: string): Promise<string | undefined> =>
  (await reader.selectFrom('invitees').select('organization_id as organizationId').where('id', '=', inviteeId).executeTakeFirst())?.organizationId

/** A booking as the invitee sees it. */
export interface OwnBooking {
  readonly invitee: Invitee
  readonly scheduledEvent: ScheduledEvent
}

export const findOwnBooking = async (reader: Reader, inviteeId: string): Promise<OwnBooking | undefined> => {
  const organizationId = await findOrganizationOfInvitee(reader, inviteeId)
  const invitee = organizationId === undefined ? undefined : await findInvitee(reader, organizationId, inviteeId)
  const seen = invitee && (await findScheduledEvent(reader, invitee.organizationId, invitee.scheduledEventId, noMember))
  return seen && { invitee, scheduledEvent: seen.scheduledEvent }
}

/** Said of this meeting, or of one that they moved here from. */
export const hasStoppedReminders = async (reader: Reader, organizationId: string, inviteeId: string): Promise<boolean> => {
  const stopped = sql<boolean>`exists (
    with recursive chain as (
      select old_invitee_id, reminders_stopped_at from invitees where organization_id = ${organizationId} and id = ${inviteeId}
      union all
      select earlier.old_invitee_id, earlier.reminders_stopped_at
      from chain join invitees as earlier on earlier.organization_id = ${organizationId} and earlier.id = chain.old_invitee_id
    )
    select from chain where reminders_stopped_at is not null
  )`
  return (await reader.selectNoFrom(stopped.as('stopped')).executeTakeFirstOrThrow()).stopped
}

/**
 * What the same form has booked before, because it was sent twice. The hosts must be locked, or known to be taken: then
 * whoever was first has committed.
 */
export const findAgain = async (reader: Reader, organizationId: string, inviteeId: string | undefined): Promise<Invitee | undefined> => {
  const invitee = inviteeId === undefined ? undefined : await findInvitee(reader, organizationId, inviteeId)
  return invitee?.status === 'active' ? invitee : undefined
}
