import { sql } from 'kysely'
import { uuidForm } from '#contract/wire.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Reader } from '#platform/db/database.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import type { Invitee } from '../invitee.ts'
import { guestWith, inviteeNamedBy, isFormerToken, isGenuineToken } from '../invitee-token.ts'
import type { OwnBooking } from '../own-booking.ts'
import { findInvitee } from './invitees.ts'
import { findScheduledEvent } from './scheduled-events.ts'

const maxForeignId = 64

interface NamedInvitee {
  readonly id: string
  readonly organizationId: string
  readonly formerLinks: readonly string[]
}

const findNamedInvitee = (reader: Reader, inviteeId: string): Promise<NamedInvitee | undefined> =>
  reader
    .selectFrom('invitees')
    .select(['id', 'organization_id as organizationId', 'former_links as formerLinks'])
    .where('id', '=', inviteeId)
    .executeTakeFirst()

const findOrganizationOfInvitee = async (reader: Reader, inviteeId: string): Promise<string | undefined> =>
  (await findNamedInvitee(reader, inviteeId))?.organizationId

const isTokenOf = (codes: Codes, token: string, invitee: NamedInvitee): boolean =>
  isGenuineToken(codes, token, invitee) || isFormerToken(token, invitee.formerLinks)

/**
 * An invitee from elsewhere, by the id that their addresses had there. Where two organizations brought it, the address
 * is that of the one whose import was first.
 */
const findImportedInvitee = (
  reader: Reader,
  foreignId: string,
): Promise<{ readonly id: string; readonly organizationId: string } | undefined> => {
  const own = uuidForm.test(foreignId.toLowerCase()) ? foreignId.toLowerCase() : nilUuid
  return reader
    .selectFrom('invitees')
    .select(['id', 'organization_id as organizationId'])
    .where('imported', '=', true)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', own),
        eb(
          'id',
          'in',
          selectFrom('import_records')
            .select('local_id')
            .where('kind', '=', 'invitees')
            .where('foreign_id', '=', foreignId)
            .where(sql<boolean>`foreign_id <> local_id::text`),
        ),
      ]),
    )
    .orderBy(sql`id <> ${own}`)
    .orderBy(({ selectFrom }) =>
      selectFrom('import_records')
        .innerJoin('imports', (join) =>
          join
            .onRef('imports.organization_id', '=', 'import_records.organization_id')
            .onRef('imports.id', '=', 'import_records.import_id'),
        )
        .select('imports.created_at')
        .whereRef('import_records.organization_id', '=', 'invitees.organization_id')
        .where('import_records.kind', '=', 'invitees')
        .where('import_records.foreign_id', '=', foreignId),
    )
    .limit(1)
    .executeTakeFirst()
}

/** A booking from elsewhere, by an id that its old address had there: the first of these that one has. */
export const findImportedBooking = async (
  reader: Reader,
  foreignIds: readonly string[],
): Promise<OwnBooking | undefined> => {
  for (const foreignId of foreignIds) {
    const found = foreignId.length <= maxForeignId ? await findImportedInvitee(reader, foreignId) : undefined
    if (found) return findOwnBooking(reader, found.organizationId, found.id)
  }
  return undefined
}

/** The holder of the token. Undefined for one that is not genuine, as for one of nobody. */
export const findTokenHolder = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<{ readonly id: string; readonly organizationId: string } | undefined> => {
  const named = token.toLowerCase()
  const id = inviteeNamedBy(named)
  // An id of elsewhere may differ from another by the case of a letter.
  if (id === undefined) return token.length <= maxForeignId ? findImportedInvitee(reader, token) : undefined
  const invitee = await findNamedInvitee(reader, id)
  return invitee && isTokenOf(codes, named, invitee) ? invitee : undefined
}

/** A booking whose reminders somebody can stop: the invitee, or a guest for themselves. */
export interface RemindedBooking extends OwnBooking {
  readonly guest: string | undefined
}

/** For the invitee or a guest, by the token of either. */
export const findRemindedBooking = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<RemindedBooking | undefined> => {
  const named = token.toLowerCase()
  const id = inviteeNamedBy(named)
  const invitee = id === undefined ? undefined : await findNamedInvitee(reader, id)
  const own = invitee && (await findOwnBooking(reader, invitee.organizationId, invitee.id))
  if (!own) return undefined
  if (isTokenOf(codes, named, invitee)) return { ...own, guest: undefined }
  const guest = guestWith(codes, named, own.invitee, own.invitee.guests, invitee.formerLinks)
  return guest === undefined ? undefined : { ...own, guest }
}

/** For the invitee, who is identified by the token. */
export const findBookingByToken = async (
  reader: Reader,
  codes: Codes,
  token: string,
): Promise<OwnBooking | undefined> => {
  const holder = await findTokenHolder(reader, codes, token)
  return holder && findOwnBooking(reader, holder.organizationId, holder.id)
}

/** For callers who know already that the request comes from the invitee. */
export const findOwnBooking = async (
  reader: Reader,
  organizationId: string,
  inviteeId: string,
): Promise<OwnBooking | undefined> => {
  const invitee = await findInvitee(reader, organizationId, inviteeId)
  const seen = invitee && (await findScheduledEvent(reader, organizationId, invitee.scheduledEventId, nilUuid))
  return seen && { invitee, scheduledEvent: seen.scheduledEvent }
}

/**
 * What a form has booked. The invitee's id is derived from the form (`inviteeIdFrom`), so its sender is the invitee.
 */
export const findBookingOfForm = async (reader: Reader, inviteeId: string): Promise<OwnBooking | undefined> => {
  const organizationId = await findOrganizationOfInvitee(reader, inviteeId)
  return organizationId === undefined ? undefined : findOwnBooking(reader, organizationId, inviteeId)
}

interface SeatOfPerson {
  readonly eventTypeId: string
  readonly startsAt: Date
  readonly person: Buffer
  /** Another seat than this one. */
  readonly besides: string
}

/** Whether somebody comes to the group meeting of this time already. */
export const hasSeat = async (
  reader: Reader,
  organizationId: string,
  { eventTypeId, startsAt, person, besides }: SeatOfPerson,
): Promise<boolean> => {
  const found = await reader
    .selectFrom('invitees')
    .select('invitees.id')
    .where('invitees.person', '=', person)
    .where('invitees.organization_id', '=', organizationId)
    .where('invitees.status', '=', 'active')
    .where('invitees.id', '<>', besides)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('scheduled_events')
          .select('id')
          .whereRef('scheduled_events.organization_id', '=', 'invitees.organization_id')
          .whereRef('scheduled_events.id', '=', 'invitees.scheduled_event_id')
          .where(({ and }) =>
            and({ event_type_id: eventTypeId, starts_at: startsAt, status: 'active', is_joinable: true }),
          ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Moves are followed so far; an import may bring chains of any length, and did bring circles. */
export const maxMoves = 1_000

/**
 * The end of the chain of moves that this booking is in, in one direction. In a circle it is the one before this
 * booking.
 */
const endOfMoves = async (
  reader: Reader,
  organizationId: string,
  inviteeId: string,
  column: 'old_invitee_id' | 'new_invitee_id',
): Promise<string> => {
  const end = sql<string>`(
    with recursive chain as (
      select id, ${sql.ref(column)} as next_id, array[id] as seen from invitees where organization_id = ${organizationId} and id = ${inviteeId}
      union
      select next.id, next.${sql.ref(column)}, chain.seen || next.id
      from chain join invitees as next on next.organization_id = ${organizationId} and next.id = chain.next_id
      where next.id <> all(chain.seen) and cardinality(chain.seen) <= ${maxMoves}
    )
    select id from chain order by cardinality(seen) desc limit 1
  )`
  return (await reader.selectNoFrom(end.as('id')).executeTakeFirstOrThrow()).id
}

/** Whose booking it was before it was first moved. */
export const findFirstInvitee = (reader: Reader, organizationId: string, inviteeId: string): Promise<string> =>
  endOfMoves(reader, organizationId, inviteeId, 'old_invitee_id')

/** Whose booking it is since it was last moved. */
export const findLatestInvitee = (reader: Reader, organizationId: string, inviteeId: string): Promise<string> =>
  endOfMoves(reader, organizationId, inviteeId, 'new_invitee_id')

/** For this meeting, or for one that they moved here from. */
export const hasStoppedReminders = async (
  reader: Reader,
  { invitee: { organizationId, id }, guest }: RemindedBooking,
): Promise<boolean> => {
  const stopped = sql<boolean>`exists (
    with recursive chain as (
      select old_invitee_id, reminders_stopped_at, guests_without_reminders from invitees where organization_id = ${organizationId} and id = ${id}
      union
      select earlier.old_invitee_id, earlier.reminders_stopped_at, earlier.guests_without_reminders
      from chain join invitees as earlier on earlier.organization_id = ${organizationId} and earlier.id = chain.old_invitee_id
    )
    select from chain where reminders_stopped_at is not null or ${guest ?? null}::text = any(guests_without_reminders)
  )`
  return (await reader.selectNoFrom(stopped.as('stopped')).executeTakeFirstOrThrow()).stopped
}

/**
 * What the same form has booked before, when it was sent twice. The hosts must be locked, or known to be taken: then
 * the first transaction has committed.
 */
export const findBookedBefore = async (
  reader: Reader,
  organizationId: string,
  inviteeId: string | undefined,
): Promise<Invitee | undefined> => {
  const invitee = inviteeId === undefined ? undefined : await findInvitee(reader, organizationId, inviteeId)
  return invitee?.status === 'active' ? invitee : undefined
}
