import { randomUUID } from 'node:crypto'
import { createOneOffEventType } from '#event-types/index.ts'
import type { ApiDocument } from '#http/openapi.ts'
import { addTeamMember } from '#organizations/index.ts'
import { operationsIn } from '../api-document.ts'
import type { TestApp } from '../app.ts'
import { aBooking, anInviteeNamed, hours } from '../bookings.ts'
import {
  aFounder,
  aGroup,
  aMember,
  anInvitation,
  aRemovedMember,
  aTeam,
  aToken,
  inGroup,
  lastPart,
  type Person,
} from '../cast.ts'
import { anEventType } from '../event-types.ts'
import { aPublishedForm, aSubmission } from '../routing.ts'
import { aSubscription } from '../webhooks.ts'

/** What a caller knows of an organization, by the collection it is in. */
type Ids = Readonly<Record<string, readonly string[]>>

/** Two organizations: one whose people call, and one they must never see anything of. */
export interface World {
  /** The shared schemas of the document that the requests are made from. */
  readonly schemas: ApiDocument['components']['schemas']
  readonly tokens: Readonly<Record<string, string>>
  readonly own: Ids
  /** The event that each invitee belongs to: a path names both. */
  readonly eventOf: Readonly<Record<string, string>>
  readonly emails: readonly string[]
  /** What may be deleted without ending the run. */
  readonly expendable: Ids
  /** Ids of the other organization that a caller may have learnt somehow. */
  readonly foreign: Ids
  readonly pageTokens: { readonly own: readonly string[]; readonly foreign: readonly string[] }
  /** Who owns the other organization, to see what must not be seen. */
  readonly outsiderToken: string
  /** Every text of the other organization that no caller was told. */
  readonly canaries: readonly string[]
}

const expendables = 24

export const buildWorld = async (app: TestApp, document: ApiDocument): Promise<World> => {
  const tag = randomUUID().slice(0, 8)
  const owner = await aFounder(app, `owner ${tag}`)
  const groupAdmin = await aMember(app, owner, { name: `keeper ${tag}` })
  const colleague = await aMember(app, owner, { name: `colleague ${tag}` })
  // One after the other: members of one organization join one at a time, and one that waits too long is refused.
  const members: Person[] = []
  for (let index = 0; index < expendables; index += 1)
    members.push(await aMember(app, owner, { name: `passing ${index} ${tag}` }))
  const invited = await Promise.all(Array.from({ length: expendables }, () => anInvitation(app, owner)))
  const invitations = invited.map(({ id }) => id)
  const expendable = {
    organization_memberships: members.map(({ membershipId }) => membershipId),
    invitations,
    organization_invitations: invitations,
  }
  const events = await fill(app, owner, [groupAdmin, colleague], tag, 8)
  const tokens = {
    owner: owner.token,
    admin: (await aMember(app, owner, { name: `admin ${tag}`, role: 'admin' })).token,
    colleague: colleague.token,
    groupAdmin: groupAdmin.token,
    narrow: await aToken(app, owner.principal, ['users:read']),
    removed: (await aRemovedMember(app, owner)).token,
  }

  const canary = `canary${randomUUID().slice(0, 8)}`
  const outsider = await aFounder(app, `outsider ${canary}`)
  const foreignEvents = await fill(
    app,
    outsider,
    [
      await aMember(app, outsider, { name: `stranger ${canary}` }),
      await aMember(app, outsider, { name: `foreigner ${canary}` }),
    ],
    canary,
    2,
  )

  const [own, other] = [
    await explore(app, document, owner, events),
    await explore(app, document, outsider, foreignEvents),
  ]
  const foreign = idsIn(other.uris)
  // Of each kind, callers know all but the last.
  const known = Object.fromEntries(
    Object.entries(foreign).map(([collection, ids]) => [collection, ids.length > 1 ? ids.slice(0, -1) : ids]),
  )
  const untold = Object.values(foreign).flatMap((ids) => (ids.length > 1 ? ids.slice(-1) : []))
  return {
    schemas: document.components.schemas,
    tokens,
    own: without(idsIn(own.uris), new Set(Object.values(expendable).flat())),
    eventOf: eventsOfInvitees(own.uris),
    emails: [...own.texts].filter((text) => text.includes('@')),
    expendable,
    foreign: known,
    pageTokens: { own: own.pageTokens, foreign: other.pageTokens },
    outsiderToken: outsider.token,
    canaries: [canary, ...untold, ...other.pageTokens],
  }
}

/**
 * Two of everything, so that one of each can be kept secret and lists have more than one page. Tells which meetings
 * there are.
 */
const fill = async (
  app: TestApp,
  owner: Person,
  [keeper, member]: readonly Person[],
  tag: string,
  meetings: number,
): Promise<string[]> => {
  if (!keeper || !member) throw new Error('Two members are needed.')
  const events: string[] = []
  const later = hours()
  for (const [index, name] of ['first', 'second', 'third'].entries()) {
    const group = await aGroup(app, owner, `${name} group ${tag}`)
    const team = await aTeam(app, owner, `${name} team ${tag}`)
    const eventType = await anEventType(app, owner, { name: `${name} type ${tag}`, active: true, timezone: 'UTC' })
    for (let count = 0; count < meetings; count += 1) {
      const { event, eventId, inviteeId } = await aBooking(app, owner, eventType, {
        start_time: later(),
        invitee: anInviteeNamed(`${name} invitee ${count} ${tag}`),
        event_guests: [`${name}.guest.${count}.${tag}@client.test`],
      })
      events.push(eventId)
      if (count === 0) await app.ask(`POST ${event}/cancellation`, { token: owner.token })
      else if (count % 2 === 1) await app.ask(`POST /invitees/${inviteeId}/no_show`, { token: owner.token })
    }
    const date_setting = { type: 'days_in_future', days: 10, only_weekdays: false }
    const oneOff = { name: `${name} one-off ${tag}`, host: owner.uri, duration: 30, date_setting }
    await app.run(createOneOffEventType, owner.principal, oneOff)
    for (let count = 0; count < 5; count += 1)
      await app.ask('POST /shares', { token: owner.token, body: { event_type: eventType.uri, duration: 30 } })
    const invitation = await anInvitation(app, owner, `${name}.${tag}@new.test`)
    await aSubscription(app, owner, `https://hooks.client.test/${name}/${tag}`)
    const form = await aPublishedForm(app, owner, { name: `${name} form ${tag}` })
    await aSubmission(app, form, {
      'Your name': `${name} visitor ${tag}`,
      'Your e-mail': `${name}.visitor.${tag}@client.test`,
    })
    await inGroup(app, owner, group, { membership: keeper.membershipUri }, 'admin')
    // Somebody is a member of one group only, but may look after several.
    if (index === 0) await inGroup(app, owner, group, { membership: member.membershipUri })
    await inGroup(app, owner, group, { invitation: invitation.uri })
    await app.run(addTeamMember, owner.principal, { team: team.uri, membership: member.membershipUri })
  }
  return events
}

interface Explored {
  readonly uris: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
  readonly pageTokens: readonly string[]
}

/** All that an owner can see through the lists of the API, page by page. */
const explore = async (
  app: TestApp,
  document: ApiDocument,
  owner: Person,
  events: readonly string[],
): Promise<Explored> => {
  const texts = new Set<string>([owner.uri])
  const pageTokens: string[] = []
  const organization = `${app.context.links.api}/organizations/${owner.principal.organizationId}`
  for (const { method, path, operation } of operationsIn(document)) {
    const answer = operation.responses[200]?.content?.['application/json'].schema.properties
    if (method !== 'GET' || !answer?.collection) continue
    // What one list shows is what another asks for.
    const eventType = [...texts].find((text) => /\/event_types\/[0-9a-f-]{36}$/.test(text))
    const known: Readonly<Record<string, string>> = {
      organization,
      user: owner.uri,
      scope: 'organization',
      ...(eventType ? { event_type: eventType } : {}),
    }
    const required = operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => name)
    if (!required.every((name) => name in known)) continue
    const needed = Object.fromEntries(required.map((name) => [name, known[name] ?? '']))
    for (const whose of path.startsWith('/scheduled_events/') ? events : [owner.principal.organizationId]) {
      let address: string | null =
        `GET ${path.replace(/\{\w+\}/, whose)}?${new URLSearchParams({ ...(answer.pagination ? { count: '2' } : {}), ...needed })}`
      for (let pages = 0; address && pages < 40; pages += 1) {
        const { body, status, text } = await app.ask(address, { token: owner.token })
        if (status !== 200) throw new Error(`${address}: ${status} ${text}`)
        collectTexts(body.collection, texts)
        const { next_page = null, next_page_token, previous_page_token } = body.pagination ?? {}
        pageTokens.push(...[next_page_token, previous_page_token].filter(Boolean))
        address = next_page && `GET ${next_page}`
      }
    }
  }
  return {
    texts,
    pageTokens,
    uris: new Set([
      organization,
      ...[...texts].filter((text) => text.startsWith(`${app.context.links.api}/`) && /[0-9a-f-]{36}$/.test(text)),
    ]),
  }
}

const collectTexts = (value: unknown, into: Set<string>): void => {
  if (typeof value === 'string') into.add(value)
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) collectTexts(member, into)
}

const eventsOfInvitees = (uris: ReadonlySet<string>): Record<string, string> => {
  const events: Record<string, string> = {}
  for (const uri of uris) {
    const [id = '', collection, event = ''] = uri.split('/').reverse()
    if (collection === 'invitees') events[id] = event
  }
  return events
}

const without = (ids: Ids, out: ReadonlySet<string>): Ids =>
  Object.fromEntries(Object.entries(ids).map(([collection, all]) => [collection, all.filter((id) => !out.has(id))]))

const idsIn = (uris: ReadonlySet<string>): Record<string, string[]> => {
  const ids: Record<string, string[]> = {}
  for (const uri of uris) {
    const collection = uri.split('/').at(-2) ?? ''
    ids[collection] = [...(ids[collection] ?? []), lastPart(uri)]
  }
  return { ...ids, organization_invitations: ids.invitations ?? [] }
}
