import { sql } from 'kysely'
import { hasEffect, type Reader, type RowOf, type Tx } from '#platform/db/database.ts'
import { insertRows } from '#platform/db/insert-rows.ts'
import { minute } from '#platform/time/durations.ts'
import type { MessageRule } from '../message-rule.ts'
import { messageJob } from './scheduled-messages.ts'

const rules = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('message_rules')
    .select([
      'organization_id as organizationId',
      'id',
      'event_type_ids as eventTypeIds',
      'trigger',
      'offset_minutes as offsetMinutes',
      'audience',
      'channel',
      'texts',
      'active_since as activeSince',
      'created_by as createdBy',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('organization_id', '=', organizationId)

const ruleFrom = ({ channel, texts, ...row }: RowOf<typeof rules>): MessageRule => ({
  ...row,
  channel: channel as MessageRule['channel'],
  texts: JSON.parse(texts) as MessageRule['texts'],
})

/** The oldest first. */
export const listMessageRules = async (reader: Reader, organizationId: string): Promise<MessageRule[]> => {
  const rows = await rules(reader, organizationId).orderBy('created_at').orderBy('id').execute()
  return rows.map(ruleFrom)
}

export const findMessageRule = async (
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<MessageRule | undefined> => {
  const row = await rules(reader, organizationId).where('id', '=', id).executeTakeFirst()
  return row && ruleFrom(row)
}

/** Until the end of the transaction, nobody else changes it. */
export const lockMessageRule = async (tx: Tx, organizationId: string, id: string): Promise<MessageRule | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from message_rules where organization_id = ${organizationId} and id = ${id} for update`.execute(tx)
  return rows.length === 0 ? undefined : findMessageRule(tx, organizationId, id)
}

/** False when the organization has as many as it can have. */
export const insertMessageRule = async (tx: Tx, rule: MessageRule, most: number): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message rules of ${rule.organizationId}`}::text, 0))`.execute(
    tx,
  )
  const counted = await tx
    .selectFrom('message_rules')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', rule.organizationId)
    .executeTakeFirst()
  if ((counted?.count ?? 0) >= most) return false
  await insertRows(tx, 'message_rules', [
    {
      organization_id: rule.organizationId,
      id: rule.id,
      event_type_ids: rule.eventTypeIds && [...rule.eventTypeIds],
      trigger: rule.trigger,
      offset_minutes: rule.offsetMinutes,
      audience: rule.audience,
      channel: rule.channel,
      texts: rule.texts,
      active_since: rule.activeSince,
      created_by: rule.createdBy,
      created_at: rule.createdAt,
      updated_at: rule.updatedAt,
    },
  ])
  return true
}

/**
 * Messages that are not due yet follow another distance from their meeting. A message that would have been due before
 * now is due at once, so an edit loses none.
 */
export const updateMessageRule = async (tx: Tx, before: MessageRule, after: MessageRule, now: Date): Promise<void> => {
  await tx
    .updateTable('message_rules')
    .set({
      event_type_ids: after.eventTypeIds && [...after.eventTypeIds],
      offset_minutes: after.offsetMinutes,
      audience: after.audience,
      texts: JSON.stringify(after.texts),
      active_since: after.activeSince,
      updated_at: now,
    })
    .where('organization_id', '=', after.organizationId)
    .where('id', '=', after.id)
    .execute()
  const later = ((after.offsetMinutes ?? 0) - (before.offsetMinutes ?? 0)) * (after.trigger === 'before' ? -1 : 1)
  if (later === 0) return
  await sql`
    with moved as (
      update scheduled_messages set due_at = greatest(due_at + make_interval(secs => ${(later * minute) / 1000}), ${now}::timestamptz)
      where organization_id = ${after.organizationId} and rule_id = ${after.id}
      returning id, due_at
    )
    update jobs set run_at = moved.due_at from moved
    where jobs.organization_id = ${after.organizationId} and jobs.kind = ${messageJob} and jobs.subject_id = moved.id and jobs.leased_until is null`.execute(
    tx,
  )
}

/** With the messages that are not due yet. */
export const deleteMessageRule = (tx: Tx, organizationId: string, id: string): Promise<boolean> =>
  hasEffect(tx.deleteFrom('message_rules').where('organization_id', '=', organizationId).where('id', '=', id))
