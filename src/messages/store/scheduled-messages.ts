import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { insertJobs } from '#execution/store/jobs.ts'
import type { Tx } from '#platform/db/database.ts'
import { jsonOf } from '#platform/db/insert-rows.ts'
import type { MessageRule } from '../message-rule.ts'

export const messageJob = 'message'
const lane = 'messages'

export interface NewScheduledMessage {
  readonly organizationId: string
  readonly ruleId: string
  /** One of the two. */
  readonly inviteeId: string | null
  readonly requestId: string | null
  readonly dueAt: Date
}

/**
 * Inserts messages with their jobs. A message names nobody: its recipients are looked up when it is due. While one
 * waits, the same rule adds no second one for the same invitee.
 */
export const insertScheduledMessages = async (
  tx: Tx,
  messages: readonly NewScheduledMessage[],
  now: Date,
): Promise<void> => {
  if (messages.length === 0) return
  const rows = messages.map(({ organizationId, ruleId, inviteeId, requestId, dueAt }) => ({
    organization_id: organizationId,
    id: randomUUID(),
    rule_id: ruleId,
    invitee_id: inviteeId,
    request_id: requestId,
    due_at: dueAt,
    created_at: now,
  }))
  const { rows: inserted } = await sql<{ id: string; organizationId: string; runAt: Date }>`
    insert into scheduled_messages (organization_id, id, rule_id, invitee_id, request_id, due_at, created_at)
    select organization_id, id, rule_id, invitee_id, request_id, due_at, created_at
    from json_populate_recordset(null::scheduled_messages, ${jsonOf(rows)}::json)
    on conflict do nothing
    returning id, organization_id as "organizationId", due_at as "runAt"`.execute(tx)
  await insertJobs(
    tx,
    inserted.map(({ id, organizationId, runAt }) => ({ organizationId, kind: messageJob, lane, subjectId: id, runAt })),
    now,
  )
}

/** A message that is due now, with its rule as it is now. */
export interface DueMessage
  extends Pick<MessageRule, 'organizationId' | 'trigger' | 'audience' | 'channel' | 'texts' | 'eventTypeIds'> {
  readonly ruleId: string
  readonly inviteeId: string | null
  readonly requestId: string | null
}

/** Of rules that are turned on, and were when the message was caused. */
export const takeDueMessages = async (tx: Tx, ids: readonly string[]): Promise<readonly DueMessage[]> => {
  const { rows } = await sql<Omit<DueMessage, 'texts'> & { texts: string }>`
    with taken as (
      delete from scheduled_messages where id = any(${[...ids]}::uuid[])
      returning organization_id, rule_id, invitee_id, request_id, created_at, due_at
    )
    select taken.organization_id as "organizationId", taken.rule_id as "ruleId", taken.invitee_id as "inviteeId", taken.request_id as "requestId",
      rule.trigger, rule.audience, rule.channel, rule.texts, rule.event_type_ids as "eventTypeIds"
    from taken join message_rules as rule on rule.organization_id = taken.organization_id and rule.id = taken.rule_id
    where rule.active_since <= taken.created_at
    order by taken.due_at, taken.rule_id`.execute(tx)
  return rows.map(({ texts, ...row }) => ({ ...row, texts: JSON.parse(texts) as MessageRule['texts'] }))
}

/** Messages without a job: jobs are no part of an export. */
export const queueMissingMessages = async (tx: Tx, organizationId: string, now: Date): Promise<void> => {
  const rows = await tx
    .selectFrom('scheduled_messages')
    .select(['id', 'due_at as runAt'])
    .where('organization_id', '=', organizationId)
    .execute()
  await insertJobs(
    tx,
    rows.map(({ id, runAt }) => ({ organizationId, kind: messageJob, lane, subjectId: id, runAt })),
    now,
  )
}

/** In a copied database: those that were waiting when it was copied. */
export const deleteDueMessages = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('scheduled_messages').where('due_at', '<=', before).execute()
}

/** For invitees who are erased. */
export const deleteScheduledMessages = async (
  tx: Tx,
  organizationId: string,
  inviteeIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('scheduled_messages')
    .where('organization_id', '=', organizationId)
    .where('invitee_id', '=', sql<string>`any(${[...inviteeIds]}::uuid[])`)
    .execute()
}
