import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mcpScopes, scopes } from '#contract/scopes.ts'
import { configureEventType, createShare } from '#event-types/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { type Ids, type PrincipalName, principals, type Row } from '../contract/authorization-matrix.ts'
import { resourceOf } from './answers.ts'
import type { TestApp } from './app.ts'
import { anApplication, tokensOf } from './application.ts'
import { aRequest } from './booking-requests.ts'
import { aBooking, hours } from './bookings.ts'
import { aConnectionOf } from './calendars.ts'
import {
  aCast,
  aGroup,
  aMember,
  anInvitation,
  aRemovedMember,
  aTeam,
  aToken,
  inGroup,
  lastPart,
  type Person,
} from './cast.ts'
import { anOwnAccount } from './conferences.ts'
import { anEventType } from './event-types.ts'
import { anImportOf } from './imports.ts'
import { aPublishedForm, aSubmission } from './routing.ts'
import { aWaitingPerson } from './waiting-list.ts'
import { aSubscription } from './webhooks.ts'

/** An organization in which everything exists once for each who may ask. */
export interface Scene {
  readonly owner: Person
  readonly tokens: Readonly<Record<PrincipalName, string | undefined>>
  /** What a principal is asked about. */
  readonly about: Readonly<Record<PrincipalName, Ids>>
  readonly foreign: Ids
  readonly user: Person
  readonly outsider: Person
  /** The persons, of principals that are one. */
  readonly people: Partial<Readonly<Record<PrincipalName, Person>>>
}

export const setScene = async (app: TestApp): Promise<Scene> => {
  const { owner, admin, colleague: user, outsider, organizationId } = await aCast(app)
  const another = await aMember(app, owner)
  const groupAdmin = await aMember(app, owner)
  const invited = await anInvitation(app, owner)
  const usersGroup = await aGroup(app, owner)
  const othersGroup = await aGroup(app, owner)
  const team = await aTeam(app, owner)
  const usersRelationship = await inGroup(app, owner, usersGroup, { membership: user.membershipUri })
  const othersRelationship = await inGroup(app, owner, othersGroup, { membership: another.membershipUri })
  await inGroup(app, owner, othersGroup, { membership: groupAdmin.membershipUri }, 'admin')
  await inGroup(app, owner, othersGroup, { invitation: invited.uri })

  const hosting = async (host: Person) => {
    const eventType = await anEventType(app, host, { active: true })
    const managed = await anEventType(app, host, { name: 'Managed', active: true })
    await app.run(configureEventType, host === outsider ? outsider.principal : owner.principal, {
      uuid: managed.id,
      admin_managed: true,
    })
    const hook = (await aHookOf(app, host, host.uri)).id
    return {
      eventType: eventType.id,
      hours: await hoursOf(app, host, eventType.uri),
      managedType: managed.id,
      managedHours: await hoursOf(app, host, managed.uri),
      share: await aShareOf(app, host, eventType.id),
      schedule: host.membershipId,
      hook,
      ...(await aConnectionOf(app, host)),
      ...(await anOwnAccount(app, host)),
      ...(await aMarkedMeeting(app, host, eventType.id)),
      bookingRequest: await aRequestTo(app, host),
      waitingListEntry: await anEntryOf(app, host, eventType.id),
    }
  }
  const answered = async (by: Person) => {
    const form = await aPublishedForm(app, by)
    return { form: form.id, submission: (await aSubmission(app, form)).id, import: await anImportOf(app, by) }
  }
  const shared = {
    ...(await answered(owner)),
    organization: organizationId,
    invitation: invited.id,
    team: team.id,
    time: '',
    newEmail: '',
  }
  const users: Ids = {
    ...shared,
    ...(await hosting(user)),
    user: user.id,
    membership: user.membershipId,
    group: usersGroup.id,
    relationship: usersRelationship.id,
  }
  const others: Ids = {
    ...shared,
    ...(await hosting(another)),
    user: another.id,
    membership: another.membershipId,
    group: othersGroup.id,
    relationship: othersRelationship.id,
  }

  const { cancel_url } = resourceOf(
    await app.ask(`GET /scheduled_events/${others.event}/invitees/${others.invitee}`, { token: another.token }),
  )
  const inviteeToken = lastPart(cancel_url)

  const foreignGroup = await aGroup(app, outsider)
  const foreign: Ids = {
    ...(await hosting(outsider)),
    ...(await answered(outsider)),
    organization: outsider.principal.organizationId,
    user: outsider.id,
    membership: outsider.membershipId,
    invitation: (await anInvitation(app, outsider)).id,
    group: foreignGroup.id,
    relationship: (await inGroup(app, outsider, foreignGroup, { membership: outsider.membershipUri })).id,
    team: (await aTeam(app, outsider)).id,
    time: '',
    newEmail: '',
  }

  return {
    owner,
    user,
    outsider,
    foreign,
    people: {
      "another organization's owner": outsider,
      'user on themselves': user,
      'user on another': user,
      'group admin on their group': groupAdmin,
      'group admin on another': groupAdmin,
      admin,
      owner,
    },
    tokens: {
      none: undefined,
      malformed: 'nonsense',
      expired: await aSpentToken(app, owner, 'expires_at'),
      revoked: await aSpentToken(app, owner, 'revoked_at'),
      'removed member': (await aRemovedMember(app, owner)).token,
      'wrong audience': await byApplication(app, owner, { audience: 'mcp' }),
      'application, expired': await byApplication(app, owner, { expired: true }),
      'application of a removed member': await byApplication(app, owner, { removed: true }),
      "another organization's owner": outsider.token,
      'user on themselves': user.token,
      'user on another': user.token,
      'group admin on their group': groupAdmin.token,
      'group admin on another': groupAdmin.token,
      admin: admin.token,
      owner: owner.token,
      'application of the owner': await byApplication(app, owner, {}),
      "invitee's own secret": inviteeToken,
    },
    about: Object.fromEntries(
      principals.map((name) => [
        name,
        name === "invitee's own secret"
          ? { ...others, inviteeToken }
          : name === 'user on themselves' || name === 'group admin on another'
            ? users
            : others,
      ]),
    ) as Scene['about'],
  }
}

const hoursOf = async (app: TestApp, host: Person, eventType: string): Promise<string> =>
  lastPart(
    (await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: eventType } }))
      .body.collection[0].uri,
  )

const aShareOf = async (app: TestApp, by: Person, eventType: string): Promise<string> =>
  lastPart((await app.run(createShare, by.principal, { event_type: eventType })).uri)

/** No two meetings of a scene are at the same time. */
const nextTime = hours(30)

const aMeeting = async (
  app: TestApp,
  by: Person,
  eventType: string,
): Promise<Pick<Ids, 'event' | 'invitee' | 'inviteeToken'>> => {
  const { eventId, inviteeId } = await aBooking(app, by, { id: eventType, uri: eventType }, { start_time: nextTime() })
  // Who has no token of theirs knows the id at most.
  return { event: eventId, invitee: inviteeId, inviteeToken: inviteeId }
}

const aMarkedMeeting = async (
  app: TestApp,
  by: Person,
  eventType: string,
): Promise<Pick<Ids, 'event' | 'invitee' | 'inviteeToken' | 'noShow'>> => {
  const meeting = await aMeeting(app, by, eventType)
  const { uri } = resourceOf(
    await app.ask('POST /invitee_no_shows', { token: by.token, body: { invitee: meeting.invitee } }),
  )
  return { ...meeting, noShow: lastPart(uri) }
}

/** For a meeting with this user. */
const aRequestTo = async (app: TestApp, by: Person, host: { readonly uri: string } = by): Promise<string> => {
  const traits = { active: true, booking_rules: { approval: {} }, owner: host.uri }
  return (await aRequest(app, await anEventType(app, by, traits), { start_time: nextTime() })).id
}

/** Who waits for a time of this type. */
const anEntryOf = async (app: TestApp, by: Person, eventType: string): Promise<string> =>
  (await aWaitingPerson(app, by.principal.organizationId, eventType)).id

const aHookOf = (app: TestApp, by: Person, user: string) =>
  aSubscription(app, by, `https://hooks.client.test/${randomUUID()}`, { scope: 'user', user })

const aSpentToken = async (app: TestApp, owner: Person, column: 'expires_at' | 'revoked_at'): Promise<string> => {
  const token = await aToken(app, owner.principal, scopes)
  await spoil(app, token, column)
  return token
}

const spoil = async (app: TestApp, token: string, column: 'expires_at' | 'revoked_at'): Promise<void> => {
  const hash = createHash('sha256').update(token).digest()
  await app.context.database.write((tx) =>
    sql`update tokens set ${sql.ref(column)} = '2026-01-01T00:00:00Z' where hash = ${hash}`.execute(tx),
  )
}

/** A token that an application got for a person: the owner, or a member who was removed afterwards. */
const byApplication = async (
  app: TestApp,
  owner: Person,
  {
    audience = 'rest',
    expired = false,
    removed = false,
  }: { audience?: 'rest' | 'mcp'; expired?: boolean; removed?: boolean },
): Promise<string> => {
  const granted = audience === 'mcp' ? mcpScopes : scopes
  const application = await anApplication(app, owner, { scopes: granted })
  const person = removed ? await aMember(app, owner) : owner
  const { access_token } = await tokensOf(app, person, application, { audience, scopes: granted })
  if (expired) await spoil(app, access_token, 'expires_at')
  if (removed) await app.run(removeOrganizationMember, owner.principal, { uuid: person.membershipId })
  return access_token
}

/** What is used up when it works is made anew for each cell. */
export const idsFor = async (
  app: TestApp,
  { about, owner }: Scene,
  row: Row,
  principal: PrincipalName,
): Promise<Ids> => {
  const ids = { ...about[principal], newEmail: `${randomUUID()}@new.test`, time: '2026-03-03T09:00:00Z' }
  if (row.expected[principal] >= 300) return ids
  if (row.consumes === 'time') return { ...ids, time: nextTime() }
  if (row.consumes === 'event') return { ...ids, time: nextTime(), ...(await aMeeting(app, owner, ids.eventType)) }
  if (row.consumes === 'noShow') return { ...ids, ...(await aMarkedMeeting(app, owner, ids.eventType)) }
  if (row.consumes === 'bookingRequest')
    return { ...ids, bookingRequest: await aRequestTo(app, owner, { uri: ids.user }) }
  if (row.consumes === 'waitingListEntry')
    return { ...ids, waitingListEntry: await anEntryOf(app, owner, ids.eventType) }
  if (row.consumes === 'share') return { ...ids, share: await aShareOf(app, owner, ids.eventType) }
  if (row.consumes === 'invitation') return { ...ids, invitation: (await anInvitation(app, owner)).id }
  if (row.consumes === 'hook') return { ...ids, hook: (await aHookOf(app, owner, ids.user)).id }
  if (row.consumes === 'connection')
    return { ...ids, ...(await aConnectionOf(app, { ...owner, membershipId: ids.membership })) }
  if (row.consumes === 'account')
    return { ...ids, ...(await anOwnAccount(app, { ...owner, membershipId: ids.membership }, 'webex_conference')) }
  if (row.consumes === 'membership' && principal !== 'user on themselves')
    return { ...ids, membership: (await aMember(app, owner)).membershipId }
  return ids
}
