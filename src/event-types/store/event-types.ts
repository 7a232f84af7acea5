import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import { isPayableAt, type PaymentService } from '#integrations/index.ts'
import { findFirst, type Reader, type RowOf, type Tx, withinTenant } from '#platform/db/database.ts'
import { readPage } from '#platform/db/keyset.ts'
import { bookingRulesFrom, priceOf, storedBookingRules } from '../booking-rules.ts'
import type { EventType, EventTypeSettings } from '../event-type.ts'
import type { Location } from '../location.ts'
import type { Question } from '../question.ts'

type EventTypeRow = RowOf<typeof eventTypes>

type RulesRow = Pick<
  EventTypeRow,
  | 'start_time_increment'
  | 'buffer_before'
  | 'buffer_after'
  | 'minimum_notice'
  | 'window_type'
  | 'window_days'
  | 'window_start'
  | 'window_end'
  | 'max_per_day'
  | 'max_per_week'
>

export const rulesFrom = (row: RulesRow): EventType['rules'] => ({
  start_time_increment: row.start_time_increment,
  buffer_before: row.buffer_before,
  buffer_after: row.buffer_after,
  minimum_notice: row.minimum_notice,
  booking_window: {
    type: row.window_type,
    days: row.window_days,
    start_date: row.window_start,
    end_date: row.window_end,
  },
  max_per_day: row.max_per_day,
  max_per_week: row.max_per_week,
})

export const eventTypeFrom = (row: EventTypeRow): EventType => ({
  id: row.id,
  organizationId: row.organization_id,
  owner: { membershipId: row.owner_id, userId: row.owner_user_id, name: row.owner_name, slug: row.owner_slug },
  name: row.name,
  slug: row.slug,
  active: row.active,
  kind: row.kind,
  pooling: row.pooling_type,
  type: row.type,
  duration: row.duration,
  durationOptions: row.duration_options,
  seats: row.seats,
  color: row.color,
  descriptionPlain: row.description_plain,
  descriptionHtml: row.description_html,
  internalNote: row.internal_note,
  secret: row.secret,
  adminManaged: row.admin_managed,
  locale: row.locale,
  position: row.position,
  questions: JSON.parse(row.custom_questions) as Question[],
  locations: row.locations === null ? null : (JSON.parse(row.locations) as Location[]),
  rules: rulesFrom(row),
  bookingRules: bookingRulesFrom(row.booking_rules),
  isPayable: isPayable(row),
  redirectUrl: row.redirect_url,
  nameFormat: row.name_format,
  reminders: row.reminders,
  linkId: row.link_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

/** The services whose accounts the organization can be paid with; null where there is no price. */
export const paymentServicesOfType = sql<readonly PaymentService[] | null>`case
  when event_types.booking_rules -> 'payment' ->> 'currency' is not null then (
    select coalesce(array_agg(account.service), '{}') from provider_accounts as account
    where account.organization_id = event_types.organization_id and account.purpose = 'payment' and not account.is_lost
  ) end`

export const isPayable = (row: {
  readonly booking_rules: string | null
  readonly payment_services: readonly PaymentService[] | null
}): boolean => {
  const price = priceOf(bookingRulesFrom(row.booking_rules))
  return !price || (row.payment_services ?? []).some((service) => isPayableAt(service, price))
}

/** Of a former member, as it was when they left. */
export const ownerSlug = sql<string>`coalesce(owning.former_slug, owner.slug)`

/** Event types with the users who own them; callers select the columns. */
export const ownedTypes = (reader: Reader, organizationId: string) =>
  reader
    .selectFrom('event_types')
    .innerJoin('organization_memberships as owning', withinTenant('owning.id', 'event_types.owner_id'))
    .innerJoin('users as owner', 'owner.id', 'owning.user_id')
    .where('event_types.organization_id', '=', organizationId)

/** Whole; callers may select more columns. */
export const eventTypes = (reader: Reader, organizationId: string) =>
  ownedTypes(reader, organizationId)
    .selectAll('event_types')
    .select([
      'owner.id as owner_user_id',
      sql<string>`coalesce(owning.former_name, owner.name)`.as('owner_name'),
      ownerSlug.as('owner_slug'),
      paymentServicesOfType.as('payment_services'),
    ])

/** Deleted ones too: they stay readable. */
export const findEventType = (
  reader: Reader,
  organizationId: string,
  eventTypeId: string,
): Promise<EventType | undefined> =>
  findFirst(eventTypes(reader, organizationId).where('event_types.id', '=', eventTypeId), eventTypeFrom)

/** Several at once, in no particular order. */
export const findEventTypes = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<EventType[]> => {
  if (ids.length === 0) return []
  const rows = await eventTypes(reader, organizationId)
    .where(sql<boolean>`event_types.id = any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(eventTypeFrom)
}

/** By the id of the type. */
export const findTypeColors = async (
  reader: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader
    .selectFrom('event_types')
    .select(['id', 'color'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, color }) => [id, color]))
}

/** The users who own types, and are in the organization no longer. */
export const findFormerOwners = async (reader: Reader, organizationId: string): Promise<string[]> => {
  const rows = await ownedTypes(reader, organizationId)
    .select('owner.id')
    .distinct()
    .where('event_types.deleted_at', 'is', null)
    .where('owning.ended_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Not a deleted one. Locked until the transaction ends, so that two changes run one after the other. */
export const lockEventType = (tx: Tx, organizationId: string, eventTypeId: string): Promise<EventType | undefined> =>
  findFirst(
    eventTypes(tx, organizationId)
      .where('event_types.id', '=', eventTypeId)
      .where('event_types.deleted_at', 'is', null)
      .forUpdate('event_types'),
    eventTypeFrom,
  )

export const lockDeletedEventType = (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
): Promise<EventType | undefined> =>
  findFirst(
    eventTypes(tx, organizationId)
      .where('event_types.id', '=', eventTypeId)
      .where('event_types.deleted_at', 'is not', null)
      .forUpdate('event_types'),
    eventTypeFrom,
  )

/**
 * The types on an owner's page in their order, locked until the transaction ends: always by id, so that no two wait for
 * each other.
 */
export const lockOrder = async (
  tx: Tx,
  organizationId: string,
  ownerId: string,
): Promise<{ readonly id: string; readonly position: number }[]> => {
  const rows = await tx
    .selectFrom('event_types')
    .select(['id', 'position'])
    .where(({ and }) =>
      and({ organization_id: organizationId, owner_id: ownerId, type: 'StandardEventType', deleted_at: null }),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.sort((one, other) => one.position - other.position)
}

export const updatePositions = async (
  tx: Tx,
  organizationId: string,
  moved: readonly { readonly id: string; readonly position: number }[],
  now: Date,
): Promise<void> => {
  for (const { id, position } of moved)
    await tx
      .updateTable('event_types')
      .set({ position, updated_at: now })
      .where(({ and }) => and({ organization_id: organizationId, id }))
      .execute()
}

/** Whether a member hosts the type in the row. */
export const isHost = (membershipId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from event_type_hosts as host
  where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id and host.membership_id = ${membershipId}
)`

export interface EventTypeFilter {
  /** Types that this member owns, hosts, or has permission on. */
  readonly membershipId?: string | undefined
  readonly active?: boolean | undefined
  readonly adminManaged?: boolean | undefined
  /** Types for which this member uses this schedule. */
  readonly schedule?: { readonly id: string; readonly isDefault: boolean } | undefined
}

export const listEventTypes = async (
  reader: Reader,
  organizationId: string,
  { membershipId, active, adminManaged, schedule }: EventTypeFilter,
  page: PageRequest,
): Promise<Page<EventType>> => {
  let query = eventTypes(reader, organizationId).where('event_types.deleted_at', 'is', null)
  if (active !== undefined) query = query.where('event_types.active', '=', active)
  if (adminManaged !== undefined) query = query.where('event_types.admin_managed', '=', adminManaged)
  if (membershipId !== undefined)
    query = query.where(
      sql<boolean>`(event_types.owner_id = ${membershipId} or ${isHost(membershipId)} or exists (
        select from event_type_permissions as permission
        where permission.organization_id = event_types.organization_id and permission.event_type_id = event_types.id
          and permission.membership_id = ${membershipId}
      ))`,
    )
  if (schedule !== undefined)
    query = query.where(
      sql<boolean>`exists (
        select from event_type_hosts as host
        where host.organization_id = event_types.organization_id and host.event_type_id = event_types.id and host.rules is null
          and (${membershipId ?? null}::uuid is null or host.membership_id = ${membershipId ?? null}::uuid)
          and (host.schedule_id = ${schedule.id} or (${schedule.isDefault} and host.schedule_id is null))
      )`,
    )
  const found = await readPage(query, page, {
    name: { sql: sql`lower(event_types.name) collate "C"`, of: (row) => row.name.toLowerCase(), type: 'text' },
    position: { sql: sql`event_types.position`, of: (row) => row.position, type: 'integer' },
    created_at: { sql: sql`event_types.created_at`, of: (row) => row.created_at, type: 'instant' },
    updated_at: { sql: sql`event_types.updated_at`, of: (row) => row.updated_at, type: 'instant' },
    id: { sql: sql`event_types.id`, of: (row) => row.id, type: 'uuid' },
  })
  return mapPage(found, eventTypeFrom)
}

const columnsFrom = (settings: EventTypeSettings) => ({
  name: settings.name,
  slug: settings.slug,
  active: settings.active,
  kind: settings.kind,
  pooling_type: settings.pooling,
  type: settings.type,
  duration: settings.duration,
  duration_options: settings.durationOptions && [...settings.durationOptions],
  seats: settings.seats,
  color: settings.color,
  description_plain: settings.descriptionPlain,
  description_html: settings.descriptionHtml,
  internal_note: settings.internalNote,
  secret: settings.secret,
  admin_managed: settings.adminManaged,
  locale: settings.locale,
  position: settings.position,
  custom_questions: JSON.stringify(settings.questions),
  locations: settings.locations && JSON.stringify(settings.locations),
  start_time_increment: settings.rules.start_time_increment,
  buffer_before: settings.rules.buffer_before,
  buffer_after: settings.rules.buffer_after,
  minimum_notice: settings.rules.minimum_notice,
  window_type: settings.rules.booking_window.type,
  window_days: settings.rules.booking_window.days,
  window_start: settings.rules.booking_window.start_date,
  window_end: settings.rules.booking_window.end_date,
  max_per_day: settings.rules.max_per_day,
  max_per_week: settings.rules.max_per_week,
  booking_rules: storedBookingRules(settings.bookingRules),
  redirect_url: settings.redirectUrl,
  name_format: settings.nameFormat,
  reminders: [...settings.reminders],
})

/** Of two transactions that choose the same slug, the unique index refuses the second, which is then retried. */
export const insertEventType = async (
  tx: Tx,
  organizationId: string,
  ownerId: string,
  settings: EventTypeSettings,
  now: Date,
): Promise<string> => {
  const id = randomUUID()
  await tx
    .insertInto('event_types')
    .values({
      id,
      organization_id: organizationId,
      owner_id: ownerId,
      ...columnsFrom(settings),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/**
 * The copies of a type follow it: they keep their address, their position, and whether they can be booked, and stay
 * managed.
 */
export const updateEventType = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  settings: EventTypeSettings,
  now: Date,
): Promise<void> => {
  const columns = columnsFrom(settings)
  await tx
    .updateTable('event_types')
    .set({ ...columns, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: eventTypeId }))
    .execute()
  const { slug, position, active, ...followed } = columns
  await tx
    .updateTable('event_types')
    .set({ ...followed, admin_managed: true, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, template_id: eventTypeId, deleted_at: null }))
    .execute()
}

/** From now on this type is booked through that link alone. */
export const setOneOffLink = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  linkId: string,
): Promise<void> => {
  await tx
    .updateTable('event_types')
    .set({ link_id: linkId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', eventTypeId)
    .execute()
}

export const markEventTypeDeleted = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('event_types')
    .set({ deleted_at: now, active: false, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: eventTypeId, deleted_at: null }))
    .execute()
}

export const restoreEventType = async (
  tx: Tx,
  organizationId: string,
  eventTypeId: string,
  active: boolean,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('event_types')
    .set({ deleted_at: null, active, updated_at: now })
    .where(({ and }) => and({ organization_id: organizationId, id: eventTypeId }))
    .execute()
}

/** The slugs an owner uses, and the position after their last type. One-off types are on no page. */
export const findSlugsAndPosition = async (
  tx: Tx,
  organizationId: string,
  ownerId: string,
): Promise<{ slugs: ReadonlySet<string>; nextPosition: number }> => {
  const rows = await tx
    .selectFrom('event_types')
    .select(['slug', 'position'])
    .where(({ and }) =>
      and({ organization_id: organizationId, owner_id: ownerId, type: 'StandardEventType', deleted_at: null }),
    )
    .execute()
  return {
    slugs: new Set(rows.map(({ slug }) => slug)),
    nextPosition: Math.max(-1, ...rows.map(({ position }) => position)) + 1,
  }
}
