import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { storedOutcome } from '#contract/delivery-outcome.ts'
import { erasedPerson } from '#contract/erased.ts'
import { hastenJobs, insertJobs } from '#execution/store/jobs.ts'
import type { Brand } from '#organizations/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { insertRows, jsonOf } from '#platform/db/insert-rows.ts'
import { deletePortion } from '#platform/db/portions.ts'
import { historyMilliseconds, laneOf, type MailStatus } from '../mail.ts'
import { isMeetingMail, type MailData, type MailLocation, meetingIn } from '../mail-data.ts'
import { mailLocationOf } from '../meeting-change.ts'

export const mailJob = 'mail'

export interface NewMail {
  readonly organizationId: string
  readonly recipient: string
  /** When it goes to a member because they are one: once they have left, it is not sent. */
  readonly membershipId?: string
  readonly persons: readonly Buffer[]
  readonly mail: MailData
  readonly ids?: { readonly inviteeId: string | null; readonly scheduledEventId: string; readonly eventTypeId: string }
  readonly expiresAt?: Date
  /** The rule that caused it. */
  readonly ruleId?: string
}

const rowsAtOnce = 500

/** People wait for a mail, and prefer one with a link. */
const awaitLinkMilliseconds = 20_000

/** Inserts mails together with the jobs that send them, so that neither exists without the other. */
export const insertMails = async (tx: Tx, mails: readonly NewMail[], now: Date): Promise<void> => {
  // Nothing is sent to people whose data was deleted.
  const withIds = mails
    .filter(({ recipient }) => recipient !== erasedPerson.email)
    .map((mail) => ({ ...mail, id: randomUUID() }))
  for (let from = 0; from < withIds.length; from += rowsAtOnce) {
    const rows = withIds
      .slice(from, from + rowsAtOnce)
      .map(({ id, organizationId, recipient, membershipId, persons, mail, ids, expiresAt, ruleId }) => ({
        id,
        organization_id: organizationId,
        kind: mail.kind,
        recipient,
        membership_id: membershipId ?? null,
        persons: [...persons],
        letter: mail,
        invitee_id: ids?.inviteeId ?? null,
        scheduled_event_id: ids?.scheduledEventId ?? null,
        event_type_id: ids?.eventTypeId ?? null,
        status: 'pending' as const,
        expires_at: expiresAt ?? null,
        rule_id: ruleId ?? null,
        created_at: now,
      }))
    await insertRows(tx, 'mails', rows)
  }
  const linkAwaited = new Date(now.getTime() + awaitLinkMilliseconds)
  const jobs = withIds.map(({ id, organizationId, mail }) => ({
    organizationId,
    kind: mailJob,
    lane: laneOf(mail.kind),
    subjectId: id,
    ...(awaitsLink(mail) && mail.kind !== 'reminder' ? { runAt: linkAwaited } : {}),
  }))
  await insertJobs(tx, jobs, now)
}

/** What waits for the link of this meeting need not wait any longer. */
export const releaseMails = async (tx: Tx, organizationId: string, scheduledEventId: string): Promise<void> => {
  const waiting = await tx
    .selectFrom('mails')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('status', '=', 'pending')
    .execute()
  // Before what is told next.
  for (const { id } of waiting) await hastenJobs(tx, mailJob, id, new Date(0))
}

/** Those who got a mail without the link of this meeting: they are given once. */
export const takeWithoutLink = async (
  tx: Tx,
  organizationId: string,
  scheduledEventId: string,
): Promise<readonly { readonly recipient: string | null }[]> =>
  tx
    .updateTable('mails')
    .set({ lacks_link: false })
    .where('organization_id', '=', organizationId)
    .where('scheduled_event_id', '=', scheduledEventId)
    .where('lacks_link', '=', true)
    .returning('recipient')
    .execute()

/** How many mails rules have caused since then, counted up to a number. */
export const countMessages = async (tx: Tx, organizationId: string, since: Date, most: number): Promise<number> => {
  const counted = await tx
    .selectFrom(
      tx
        .selectFrom('mails')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('rule_id', 'is not', null)
        .where('created_at', '>', since)
        .limit(most)
        .as('sent'),
    )
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirst()
  return counted?.count ?? 0
}

/** Mails that are beyond the limit of a day: the history shows them, and nothing is sent. */
export const insertUnsentMails = async (tx: Tx, mails: readonly NewMail[], now: Date): Promise<void> => {
  const rows = mails
    .filter(({ recipient }) => recipient !== erasedPerson.email)
    .map(({ organizationId, recipient, membershipId, persons, mail, ids }) => ({
      id: randomUUID(),
      organization_id: organizationId,
      kind: mail.kind,
      recipient,
      membership_id: membershipId ?? null,
      persons: [...persons],
      invitee_id: ids?.inviteeId ?? null,
      scheduled_event_id: ids?.scheduledEventId ?? null,
      event_type_id: ids?.eventTypeId ?? null,
      status: 'failed' as const,
      outcome: storedOutcome('daily_limit'),
      created_at: now,
    }))
  await insertRows(tx, 'mails', rows)
}

/** What is needed to send one. */
export interface PendingMail {
  readonly id: string
  readonly organizationId: string
  /** Of mail about a meeting. */
  readonly scheduledEventId: string | null
  readonly recipient: string
  readonly mail: MailData
  readonly firstFailedAt: Date | null
  readonly createdAt: Date
  readonly brand: Brand
}

/**
 * Those still to be sent. No reminder is sent of a meeting that was moved or canceled meanwhile, or has begun; and
 * members who left get none.
 */
export const loadPending = async (tx: Tx, ids: readonly string[], now: Date): Promise<readonly PendingMail[]> => {
  await sql`
    update mails set status = 'expired', letter = null
    where id = any(${[...ids]}::uuid[]) and status = 'pending' and (
      expires_at <= ${now}
      or exists (
        select from organization_memberships as membership
        where membership.organization_id = mails.organization_id and membership.id = mails.membership_id and membership.ended_at is not null
      )
      or (kind = 'reminder' or kind = 'message' and letter ->> 'trigger' <> 'canceled') and exists (
        select from invitees
        where invitees.organization_id = mails.organization_id and invitees.id = mails.invitee_id and invitees.status <> 'active'
      )
    )`.execute(tx)
  // First the messages, by their ids: a plan that is made while the table is empty and kept may else go through all of
  // an organization's.
  const rows = await tx
    .with(
      (cte) => cte('due').materialized(),
      (due) =>
        due
          .selectFrom('mails')
          .select([
            'id',
            'organization_id',
            'recipient',
            'letter',
            'first_failed_at',
            'created_at',
            'scheduled_event_id',
          ])
          .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
          .where('status', '=', 'pending'),
    )
    .selectFrom('due')
    .innerJoin('organizations', 'organizations.id', 'due.organization_id')
    .select([
      'due.id',
      'due.organization_id as organizationId',
      'due.scheduled_event_id as scheduledEventId',
      'due.recipient',
      'due.letter',
      'due.first_failed_at as firstFailedAt',
      'due.created_at as createdAt',
      'organizations.name',
      'organizations.logo_url as logoUrl',
      'organizations.brand_color as color',
    ])
    .execute()
  const pending = rows.flatMap(({ recipient, letter, name, logoUrl, color, ...row }) =>
    recipient === null || letter === null
      ? []
      : [{ ...row, recipient, mail: JSON.parse(letter) as MailData, brand: { name, logoUrl, color } }],
  )
  return withLinks(tx, pending)
}

/** A link that has come since is in the mail. */
const withLinks = async (tx: Tx, pending: readonly PendingMail[]): Promise<readonly PendingMail[]> => {
  const awaiting = pending.filter(({ mail }) => awaitsLink(mail))
  if (awaiting.length === 0) return pending
  const meetings = await tx
    .selectFrom('scheduled_events')
    .select(['id', 'location'])
    .where('id', '=', sql<string>`any(${awaiting.flatMap(({ scheduledEventId }) => scheduledEventId ?? [])}::uuid[])`)
    .where('status', '=', 'active')
    .execute()
  const locations = new Map(meetings.map(({ id, location }) => [id, location]))
  return pending.map((one) => {
    const location = locations.get(one.scheduledEventId ?? '')
    return awaitsLink(one.mail) && location
      ? { ...one, mail: placedAt(one.mail, mailLocationOf(JSON.parse(location))) }
      : one
  })
}

const placedAt = (mail: MailData, place: MailLocation | null): MailData => {
  if (isMeetingMail(mail)) return { ...mail, place }
  return mail.kind === 'message' ? { ...mail, meeting: { ...mail.meeting, place } } : mail
}

/** Those of these meetings whose link is there by now: in most there is none to come. */
export const findLinked = async (
  tx: Tx,
  scheduledEventIds: readonly string[],
): Promise<readonly { readonly organizationId: string; readonly id: string }[]> =>
  scheduledEventIds.length === 0
    ? []
    : tx
        .selectFrom('scheduled_events')
        .select(['organization_id as organizationId', 'id'])
        .where('id', '=', sql<string>`any(${[...new Set(scheduledEventIds)]}::uuid[])`)
        .where(sql<boolean>`location ->> 'status' = 'pushed' and location ->> 'join_url' is not null`)
        .execute()

/** Its link was not there when it was written. */
const awaitsLink = (mail: MailData): boolean => {
  const meeting = meetingIn(mail)
  return meeting?.place?.isComing === true && meeting.kind !== 'canceled'
}

/** Also where none can be made: its host may enter one. */
export const lacksLink = (mail: MailData): boolean =>
  isMeetingMail(mail) && mail.place?.kind === 'conference' && mail.place.text === null && mail.kind !== 'canceled'

export interface MailAttempt {
  readonly id: string
  readonly status: MailStatus
  readonly outcome: string
  /** As it was sent; mail about meetings only. */
  readonly subject: string | null
  readonly body: string | null
  readonly sender: string
  /** It was sent without the link of the meeting. */
  readonly lacksLink: boolean
}

/**
 * Rows that were erased meanwhile stay erased. The content is deleted as soon as it need not be sent again. The ids are
 * named twice: joined by them alone, a plan that was made while the table was empty goes through all of it.
 */
export const recordAttempts = async (tx: Tx, attempts: readonly MailAttempt[], now: Date): Promise<void> => {
  await sql`
    update mails set
      status = attempted.status,
      attempts = attempts + 1,
      outcome = attempted.outcome,
      letter = case when attempted.status = 'pending' then letter end,
      subject = attempted.subject,
      body = attempted.body,
      sender = attempted.sender,
      lacks_link = case when attempted."lacksLink" and attempted.status = 'sent' then true end,
      sent_at = case when attempted.status = 'sent' then ${now}::timestamptz end,
      first_failed_at = case when attempted.status = 'sent' then first_failed_at else coalesce(first_failed_at, ${now}) end
    from json_to_recordset(${jsonOf(attempts)}::json) as attempted (id uuid, status text, outcome text, subject text, body text, sender text, "lacksLink" boolean)
    where mails.id = any(${attempts.map(({ id }) => id)}::uuid[]) and mails.id = attempted.id and mails.status = 'pending'`.execute(
    tx,
  )
}

/** Erases a person from every message, sent or not. */
export const erasePersonFromMails = async (tx: Tx, organizationId: string, person: Buffer): Promise<void> => {
  await sql`
    update mails set
      recipient = null, letter = null, subject = null, body = null, persons = '{}',
      status = case when status = 'pending' then 'erased' else status end
    where organization_id = ${organizationId} and persons @> array[${person}::bytea]`.execute(tx)
}

/** Deletes a batch of history that is old enough. Returns how many rows. */
export const deleteOldMails = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(
    tx,
    'mails',
    'id',
    sql`status <> 'pending' and created_at < ${new Date(now.getTime() - historyMilliseconds)}`,
  )
