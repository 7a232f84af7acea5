import { type RawBuilder, sql } from 'kysely'
import { hasEffect, type Reader, type Tx } from '#platform/db/database.ts'
import type { ConferenceKind } from '../location.ts'

/** A host's room for a kind of conference. */
export interface ConferenceRoom {
  readonly membershipId: string
  readonly kind: ConferenceKind
  /** Null where another service makes one for each meeting. */
  readonly url: string | null
  readonly source: 'url' | 'calendar' | 'account'
  /** Made by an account of the organization. */
  readonly isShared: boolean
  /** Meetings get a link from it. */
  readonly isWorking: boolean
}

/** The account that makes the conferences of a host: their own, if they chose it, or the organization's. */
const accountOf = (organizationId: RawBuilder<unknown>, membershipId: RawBuilder<unknown>) => sql`(
  select id, kind, is_lost from provider_accounts as own
  where own.organization_id = ${organizationId} and (own.membership_id = ${membershipId} or own.membership_id is null)
)`

/** Those of the `host` of a statement. What a host has chosen comes before what the organization has. */
export const roomsOfHost = sql`(
  select kind, url from conference_links
  where conference_links.organization_id = host.organization_id and conference_links.membership_id = host.membership_id
  union all
  select kind, null from provider_accounts as shared
  where shared.organization_id = host.organization_id and shared.membership_id is null and not exists (
    select from conference_links as chosen
    where chosen.organization_id = host.organization_id and chosen.membership_id = host.membership_id and chosen.kind = shared.kind)
)`

export const listConferenceRooms = async (
  reader: Reader,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<readonly ConferenceRoom[]> => {
  const rooms = sql<ConferenceRoom>`(
    select host.id as "membershipId", room.kind, room.url, room.source, room.is_shared as "isShared",
      room.source = 'calendar' or room.url is not null or exists (
        select from ${accountOf(sql`host.organization_id`, sql`host.id`)} as account where account.kind = room.kind and not account.is_lost
      ) as "isWorking"
    from organization_memberships as host
    cross join lateral (
      select kind, url, source, false as is_shared from conference_links
      where conference_links.organization_id = host.organization_id and conference_links.membership_id = host.id
      union all
      select kind, null, 'account', true from provider_accounts as shared
      where shared.organization_id = host.organization_id and shared.membership_id is null and not exists (
        select from conference_links as chosen
        where chosen.organization_id = host.organization_id and chosen.membership_id = host.id and chosen.kind = shared.kind)
    ) as room
    where host.organization_id = ${organizationId} and host.id = any(${[...membershipIds]}::uuid[])
  )`
  return reader.selectFrom(rooms.as('rooms')).selectAll().execute()
}

export const saveConferenceLink = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
  url: string,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('conference_links')
    .values({
      organization_id: organizationId,
      membership_id: membershipId,
      kind,
      source: 'url',
      url,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'membership_id', 'kind'])
        .doUpdateSet({ source: 'url', url, updated_at: now }),
    )
    .execute()
}

/** The conferences of a host are made by their account of this kind from now on. */
export const chooseAccount = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
  now: Date,
): Promise<void> => {
  const chosen = { source: 'account' as const, url: null, updated_at: now }
  await tx
    .insertInto('conference_links')
    .values({ organization_id: organizationId, membership_id: membershipId, kind, created_at: now, ...chosen })
    .onConflict((conflict) => conflict.columns(['organization_id', 'membership_id', 'kind']).doUpdateSet(chosen))
    .execute()
}

/** What the host has chosen for this kind is not used any more: the organization's account is. */
export const leaveRooms = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
): Promise<void> => {
  await tx
    .deleteFrom('conference_links')
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, kind }))
    .execute()
}

/** Their account of this kind is gone. A URL that they have set since stays. */
export const leaveAccount = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
): Promise<void> => {
  await tx
    .deleteFrom('conference_links')
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, kind, source: 'account' }))
    .execute()
}

/** The calendar of a host makes their conferences of these kinds, where they have not chosen something else. */
export const saveCalendarKinds = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kinds: readonly ConferenceKind[],
  now: Date,
): Promise<void> => {
  await tx
    .deleteFrom('conference_links')
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, source: 'calendar' }))
    .where(sql<boolean>`kind <> all(${[...kinds]}::text[])`)
    .execute()
  if (kinds.length === 0) return
  await tx
    .insertInto('conference_links')
    .values(
      kinds.map((kind) => ({
        ...{ organization_id: organizationId, membership_id: membershipId, kind, source: 'calendar' as const },
        ...{ url: null, created_at: now, updated_at: now },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when there was none. A host who has an account of this kind uses it again. */
export const deleteConferenceLink = async (
  tx: Tx,
  organizationId: string,
  membershipId: string,
  kind: ConferenceKind,
  now: Date,
): Promise<boolean> => {
  const isDeleted = await hasEffect(
    tx
      .deleteFrom('conference_links')
      .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, kind, source: 'url' })),
  )
  const account = await tx
    .selectFrom('provider_accounts')
    .select('id')
    .where(({ and }) => and({ organization_id: organizationId, membership_id: membershipId, kind }))
    .executeTakeFirst()
  if (isDeleted && account) await chooseAccount(tx, organizationId, membershipId, kind, now)
  return isDeleted
}
