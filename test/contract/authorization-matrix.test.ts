// seconds: 20
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { isScope, legacyScope, mcpScopes, scopes } from '#contract/scopes.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { insufficientScope, notFound, resourceOf, unauthenticated } from '../support/answers.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { anApplication, tokensOf } from '../support/application.ts'
import { aBooking, hours } from '../support/bookings.ts'
import { aCast, aGroup, aMember, anInvitation, aRemovedMember, aTeam, aToken, inGroup, lastPart, type Person, putOnPlan } from '../support/cast.ts'
import { anEventType } from '../support/event-types.ts'
import { aPublishedForm, aSubmission } from '../support/routing.ts'
import { aSubscription } from '../support/webhooks.ts'
import { type Ids, matrix, type PrincipalName, principals, type Row } from './authorization-matrix.ts'

/** An organization in which everything exists once for each who may ask. */
interface Scene {
  readonly owner: Person
  readonly tokens: Readonly<Record<PrincipalName, string | undefined>>
  /** What a principal is asked about. */
  readonly about: Readonly<Record<PrincipalName, Ids>>
  readonly foreign: Ids
  readonly user: Person
  readonly outsider: Person
}

const setScene = async (app: TestApp): Promise<Scene> => {
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
    const [{ uri }] = (await app.ask('GET /event_type_availability_schedules', { token: host.token, query: { event_type: eventType.uri } })).body.collection
    const hook = (await aHookOf(app, host, host.uri)).id
    return { eventType: eventType.id, hours: lastPart(uri), schedule: host.membershipId, hook, ...(await aMarkedMeeting(app, host, eventType.id)) }
  }
  const answered = async (by: Person) => {
    const form = await aPublishedForm(app, by)
    return { form: form.id, submission: (await aSubmission(app, form)).id }
  }
  const shared = { ...(await answered(owner)), organization: organizationId, invitation: invited.id, team: team.id, time: '', newEmail: '' }
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
    },
    about: Object.fromEntries(
      principals.map((name) => [name, name === 'user on themselves' || name === 'group admin on another' ? users : others]),
    ) as Scene['about'],
  }
}

/** No two meetings of a scene are at the same time. */
const nextTime = hours(30)

const aMeeting = async (app: TestApp, by: Person, eventType: string): Promise<Pick<Ids, 'event' | 'invitee'>> => {
  const { eventId, inviteeId } = await aBooking(app, by, { id: eventType, uri: eventType }, { start_time: nextTime() })
  return { event: eventId, invitee: inviteeId }
}

const aMarkedMeeting = async (app: TestApp, by: Person, eventType: string): Promise<Pick<Ids, 'event' | 'invitee' | 'noShow'>> => {
  const meeting = await aMeeting(app, by, eventType)
  const { uri } = resourceOf(await app.ask('POST /invitee_no_shows', { token: by.token, body: { invitee: meeting.invitee } }))
  return { ...meeting, noShow: lastPart(uri) }
}

const aHookOf = (app: TestApp, by: Person, user: string) => aSubscription(app, by, `https://hooks.client.test/${randomUUID()}`, { scope: 'user', user })

const aSpentToken = async (app: TestApp, owner: Person, column: 'expires_at' | 'revoked_at'): Promise<string> => {
  const token = await aToken(app, owner.principal, scopes)
  await spoil(app, token, column)
  return token
}

const spoil = async (app: TestApp, token: string, column: 'expires_at' | 'revoked_at'): Promise<void> => {
  const hash = createHash('sha256').update(token).digest()
  await app.ground.database.write((tx) => sql`update tokens set ${sql.ref(column)} = '2026-01-01T00:00:00Z' where hash = ${hash}`.execute(tx))
}

/** A token that an application got for somebody: for the owner, or for a member who was removed afterwards. */
const byApplication = async (
  app: TestApp,
  owner: Person,
  { audience = 'rest', expired = false, removed = false }: { audience?: 'rest' | 'mcp'; expired?: boolean; removed?: boolean },
): Promise<string> => {
  const granted = audience === 'mcp' ? mcpScopes : scopes
  const application = await anApplication(app, owner, { scopes: granted })
  const person = removed ? await aMember(app, owner) : owner
  const { access_token } = await tokensOf(app, person, application, { audience, scopes: granted })
  if (expired) await spoil(app, access_token, 'expires_at')
  if (removed) await app.run(removeOrganizationMember, owner.principal, { uuid: person.membershipId })
  return access_token
}

/** What is used up when it works is made anew for each cell, and about nobody else. */
const idsFor = async (app: TestApp, { about, owner }: Scene, row: Row, principal: PrincipalName): Promise<Ids> => {
  const ids = { ...about[principal], newEmail: `${randomUUID()}@new.test`, time: '2026-03-03T09:00:00Z' }
  if (row.expected[principal] >= 300) return ids
  if (row.consumes === 'time') return { ...ids, time: nextTime() }
  if (row.consumes === 'event') return { ...ids, time: nextTime(), ...(await aMeeting(app, owner, ids.eventType)) }
  if (row.consumes === 'noShow') return { ...ids, ...(await aMarkedMeeting(app, owner, ids.eventType)) }
  if (row.consumes === 'invitation') return { ...ids, invitation: (await anInvitation(app, owner)).id }
  if (row.consumes === 'hook') return { ...ids, hook: (await aHookOf(app, owner, ids.user)).id }
  if (row.consumes === 'membership' && principal !== 'user on themselves') return { ...ids, membership: (await aMember(app, owner)).membershipId }
  return ids
}

const send = async (app: TestApp, { address, request }: Row, ids: Ids, token: string | undefined, method?: string): Promise<Answer> => {
  const { path = {}, query, body } = request(ids)
  const filled = Object.entries(path).reduce((text, [name, value]) => text.replace(name === '*' ? '*' : `:${name}`, value), address)
  const answer = await app.ask(method ? filled.replace(/^\w+/, method) : filled, { token, query, body })
  answered.push({ token, text: `${JSON.stringify(answer.headers)} ${answer.text}` })
  return answer
}

/** Every byte that was answered, and to whom. */
const answered: { token: string | undefined; text: string }[] = []

const nameOf = ({ address, asked }: Row): string => (asked ? `${address}, ${asked}` : address)

/** Every difference is told, not only the first. */
const verdict = (status: number, expected: number): string | undefined => {
  if (status === expected) return undefined
  return `${status < 300 ? 'UNEXPECTED SUCCESS' : expected < 300 ? 'unexpected denial' : 'another refusal'}: ${status} instead of ${expected}`
}

describe('the authorization matrix', () => {
  let app: TestApp
  let scene: Scene
  let cells = 0
  before(async () => {
    app = await testApp()
    scene = await setScene(app)
  })

  test('every address of the router has a row, and every row an address', () => {
    const served = app.server.routeAddresses
    assert.ok(served.length > 40, `only ${served.length} addresses were read`)
    const rows = new Set(matrix.map(({ address }) => address))
    // The router makes a HEAD for every GET; those cells are run below.
    const needed = served.filter((address) => !(address.startsWith('HEAD ') && served.includes(address.replace('HEAD', 'GET'))))
    assert.deepEqual(
      needed.filter((address) => !rows.has(address)),
      [],
      'addresses without a row',
    )
    assert.deepEqual(
      [...rows].filter((address) => !served.includes(address)),
      [],
      'rows without an address',
    )
    assert.equal(new Set(matrix.map(nameOf)).size, matrix.length, 'a row twice')
  })

  test('every principal, at every address', async () => {
    const wrong: string[] = []
    for (const row of matrix) {
      for (const principal of principals) {
        const ids = await idsFor(app, scene, row, principal)
        for (const method of row.address.startsWith('GET ') ? ['HEAD', 'GET'] : [undefined]) {
          const answer = await send(app, row, ids, scene.tokens[principal], method)
          cells += 1
          const difference = verdict(answer.status, row.expected[principal]) ?? (method === 'HEAD' || row.address.endsWith(' /mcp') ? undefined : wrongWords(answer, principal))
          if (difference) wrong.push(`${nameOf(row)}, ${method ?? ''} by ${principal}: ${difference}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('every scope missing, alone, included in another, and the scope of old', async () => {
    const wrong: string[] = []
    for (const row of matrix.filter(({ scope }) => scope)) {
      const scope = row.scope as string
      const including = scope.replace(':read', ':write')
      const reading = scope.replace(':write', ':read')
      const tokens: [string, readonly string[], number][] = [
        ['without it', scopes.filter((other) => ![scope, including, row.orScope, row.orScope?.replace(':read', ':write')].includes(other)), 403],
        ...(row.orScope ? [['with the other one', [row.orScope], row.expected.owner] as [string, string[], number]] : []),
        ['without any', [], 403],
        ['with it alone', [scope], row.alsoScope ? 403 : row.expected.owner],
        ...(row.alsoScope ? [['with all it takes', [scope, row.alsoScope], row.expected.owner] as [string, string[], number]] : []),
        ['with the scope of old', [legacyScope], row.expected.owner],
        ...(isScope(including) && including !== scope
          ? [['with the one that includes it', [including], row.expected.owner] as [string, string[], number]]
          : []),
        ...(isScope(reading) && reading !== scope ? [['with read alone', [reading], 403] as [string, string[], number]] : []),
      ]
      for (const [name, granted, expected] of tokens) {
        const answer = await send(app, row, await idsFor(app, scene, row, 'owner'), await aToken(app, scene.owner.principal, granted))
        cells += 1
        const difference =
          verdict(answer.status, expected) ??
          // Where the owner is refused for another reason, a token with the scope hears that one.
          (expected === 403 &&
          (expected !== row.expected.owner || name === 'without any') &&
          JSON.stringify(answer.body) !== JSON.stringify(insufficientScope(...missingIn(row, granted)))
            ? `says ${answer.text}`
            : undefined)
        if (difference) wrong.push(`${nameOf(row)}, ${name}: ${difference}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('every plan: free, trial, standard, teams, enterprise', async () => {
    const wrong: string[] = []
    for (const [plan, stage] of [
      ['basic', 'active'],
      ['teams', 'trial'],
      ['standard', 'active'],
      ['teams', 'active'],
      ['enterprise', 'active'],
    ] as const) {
      await putOnPlan(app, scene.owner.principal.organizationId, plan, stage)
      for (const row of matrix) {
        const answer = await send(app, row, await idsFor(app, scene, row, 'owner'), scene.tokens.owner)
        cells += 1
        const difference = verdict(answer.status, !row.plans || row.plans.includes(plan) ? row.expected.owner : 403)
        if (difference) wrong.push(`${nameOf(row)}, on ${plan} (${stage}): ${difference}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test("another organization's id is as good as nobody's: same status, same body, in path, query and body, for owner and user", async () => {
    const wrong: string[] = []
    let places = 0
    for (const row of matrix) {
      const ids = await idsFor(app, scene, row, 'owner')
      for (const name of Object.keys(ids) as (keyof Ids)[]) {
        const elsewhere = { ...ids, [name]: scene.foreign[name] }
        if (name === 'newEmail' || name === 'time' || JSON.stringify(row.request(elsewhere)) === JSON.stringify(row.request(ids))) continue
        places += 1
        for (const token of [scene.owner.token, scene.user.token]) {
          const foreign = await send(app, row, elsewhere, token)
          const nobodys = await send(app, row, { ...ids, [name]: randomUUID() }, token)
          cells += 2
          if (foreign.status !== 404 || foreign.text !== JSON.stringify(notFound))
            wrong.push(`${nameOf(row)}, ${name} of another organization: ${foreign.status} ${foreign.text}`)
          if (nobodys.status !== foreign.status || nobodys.text !== foreign.text)
            wrong.push(`${nameOf(row)}, ${name} of nobody is told apart: ${nobodys.status} ${nobodys.text}`)
        }
      }
    }
    assert.ok(places >= 25, `only ${places} ids were replaced`)
    assert.deepEqual(wrong, [])
  })

  test('in all of these answers is nothing of the other organization, in either direction', () => {
    const { outsider, foreign, owner, about } = scene
    const own = [owner.email, owner.name, ...Object.values(about.owner).filter(Boolean)]
    const theirs = [outsider.email, outsider.name, ...Object.values(foreign).filter(Boolean)]
    const [toThem, toUs] = [answered.filter(({ token }) => token === outsider.token), answered.filter(({ token }) => token !== outsider.token)]
    const found = (texts: typeof answered, canaries: readonly string[]) => canaries.filter((canary) => texts.some(({ text }) => text.includes(canary)))
    assert.deepEqual(found(toUs, own), own, 'the search finds what is there')
    assert.deepEqual(found(toUs, theirs), [])
    assert.deepEqual(found(toThem, own), [])
    assert.ok(found(toThem, theirs).length > 4, 'the search finds what is there')
  })

  test('that was all of it', (t) => {
    t.diagnostic(`${cells} cells`)
    assert.ok(cells > 1_000, `only ${cells} cells were run`)
  })
})

/** What an answer names: what the address needs, or all of it when what is asked for needs more. */
const missingIn = ({ scope, alsoScope }: Row, granted: readonly string[]): string[] =>
  alsoScope && granted.includes(scope as string) ? [scope as string, alsoScope] : [scope as string]

/** 401 says why, 403 of a role never looks like a missing scope. */
const wrongWords = ({ status, body, text }: Answer, principal: PrincipalName): string | undefined => {
  const words: Partial<Record<PrincipalName, string>> = {
    expired: 'The access token expired',
    revoked: 'The access token was revoked',
    'removed member': 'The access token was revoked',
    'application, expired': 'The access token expired',
    'application of a removed member': 'The access token was revoked',
  }
  if (status === 401 && JSON.stringify(body) !== JSON.stringify(unauthenticated(words[principal]))) return `says ${text}`
  if (status === 403 && body.title !== 'Permission Denied') return `says ${text}`
  if (status === 404 && text !== JSON.stringify(notFound)) return `says ${text}`
  return undefined
}
