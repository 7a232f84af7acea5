import { type NotNull, sql } from 'kysely'
import type { Page, PageRequest } from '#contract/page.ts'
import { type Reader, withinTenant } from '#platform/db/database.ts'
import { byCreation, readPage } from '#platform/db/keyset.ts'
import type { Communication } from '../communication.ts'

export interface CommunicationFilter {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** What was sent about meetings. Erased mails are left out: nothing of them can be shown. */
const communications = (reader: Reader, organizationId: string, { from, to }: CommunicationFilter) => {
  let query = reader
    .selectFrom('mails')
    .where('mails.organization_id', '=', organizationId)
    .where('mails.sent_at', 'is not', null)
    .where('mails.scheduled_event_id', 'is not', null)
    .where('mails.recipient', 'is not', null)
  if (from !== undefined) query = query.where('mails.created_at', '>=', from)
  if (to !== undefined) query = query.where('mails.created_at', '<=', to)
  return query
}

const mostCounted = 10_000

export const listCommunications = async (
  reader: Reader,
  organizationId: string,
  filter: CommunicationFilter,
  page: PageRequest,
): Promise<{ readonly page: Page<Communication>; readonly total: number }> => {
  const query = communications(reader, organizationId, filter)
    .innerJoin('event_types', withinTenant('event_types.id', 'mails.event_type_id'))
    .innerJoin('organization_memberships as owning', withinTenant('owning.id', 'event_types.owner_id'))
    .innerJoin('users as owner', 'owner.id', 'owning.user_id')
    // In the name of the first host of the meeting.
    .leftJoin('scheduled_event_hosts as holding', (join) =>
      join
        .onRef('holding.organization_id', '=', 'mails.organization_id')
        .onRef('holding.scheduled_event_id', '=', 'mails.scheduled_event_id')
        .on('holding.position', '=', 1),
    )
    .leftJoin('organization_memberships as hosting', withinTenant('hosting.id', 'holding.membership_id'))
    .leftJoin('users as host', 'host.id', 'hosting.user_id')
    .select([
      'mails.id',
      'mails.organization_id as organizationId',
      'mails.invitee_id as inviteeId',
      'mails.recipient',
      'mails.sender',
      'mails.subject',
      'mails.body',
      'mails.scheduled_event_id as scheduledEventId',
      'mails.event_type_id as eventTypeId',
      'mails.sent_at as sentAt',
      'mails.created_at as createdAt',
      'host.id as hostUserId',
      sql<string | null>`coalesce(hosting.former_email, host.email)`.as('hostEmail'),
      sql<string>`coalesce(owning.former_slug, owner.slug)`.as('ownerSlug'),
      'event_types.slug',
      'event_types.link_id as linkId',
    ])
    // A mail that was sent about a meeting has all of them, until it is erased.
    .$narrowType<
      Record<'recipient' | 'sender' | 'subject' | 'body' | 'scheduledEventId' | 'eventTypeId' | 'sentAt', NotNull>
    >()
  const counted = await reader
    .selectFrom(communications(reader, organizationId, filter).select('mails.id').limit(mostCounted).as('counted'))
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirst()
  return { page: await readPage(query, page, byCreation('mails')), total: counted?.total ?? 0 }
}
