// seconds: 2
// on: embedded
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { consentServiceOf, zoomEndpoint } from '#conferences/providers/oauth.ts'
import type { ConferenceProvider, ConferenceToMake, MadeConference } from '#conferences/providers/provider.ts'
import { WebexProvider, webexAccountName } from '#conferences/providers/webex.ts'
import { ZoomProvider, zoomAccountName } from '#conferences/providers/zoom.ts'
import {
  type AccessTokens,
  appTokens,
  grantedTokens,
  isFault,
  type OauthService,
  type ServiceFault,
} from '#integrations/index.ts'
import { consentUrl, exchangeCode } from '#integrations/providers/oauth.ts'
import { readConfig } from '#platform/config.ts'
import {
  type ConferenceServices,
  conferenceSettings,
  newConferenceServices,
} from '../../support/conference-services.ts'
import { client, type OauthStandIn, type StandInRequest } from '../../support/oauth-stand-in.ts'
import { OutgoingToStandIns } from '../../support/stand-in-outgoing.ts'
import { secretsOfZoom } from '../../support/zoom-stand-in.ts'

const { oauthClients } = readConfig(conferenceSettings)
const now = new Date('2026-03-02T09:00:00Z')
const deadline = { leftMilliseconds: () => 10_000 }

const aConference = (fields: Partial<ConferenceToMake> = {}): ConferenceToMake => ({
  id: randomUUID(),
  name: 'Intro call',
  startsAt: new Date('2026-03-24T10:00:00Z'),
  endsAt: new Date('2026-03-24T10:30:00Z'),
  hosts: [{ name: 'Demo Host', email: 'host@stand-in.test' }],
  ...fields,
})

const consentAt = async (outgoing: OutgoingToStandIns, service: OauthService, standIn: OauthStandIn) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { code } = standIn.consent(consentUrl(service, { state: 'state', challenge }))
  return exchangeCode({ outgoing, now }, service, { code, verifier })
}

const kinds = {
  zoom: {
    open: (outgoing: OutgoingToStandIns, tokens: AccessTokens): ConferenceProvider =>
      new ZoomProvider(outgoing, tokens, { isOrganizations: false }),
    accountName: zoomAccountName,
    startOf: (meeting: Record<string, string>) => meeting.start_time,
    nameOf: (meeting: Record<string, string>) => meeting.topic,
    data: (id: string) => ({
      id: Number(id),
      password: 'pass123',
      settings: {
        global_dial_in_numbers: [
          { number: '+1 1000200200', country: 'US', type: 'toll', city: 'New York', country_name: 'US' },
        ],
      },
      extra: null,
    }),
  },
  webex: {
    open: (outgoing: OutgoingToStandIns, tokens: AccessTokens): ConferenceProvider =>
      new WebexProvider(outgoing, tokens, now),
    accountName: webexAccountName,
    startOf: (meeting: Record<string, string>) => meeting.start,
    nameOf: (meeting: Record<string, string>) => meeting.title,
    data: (id: string) => ({
      id,
      telephony: { callInNumbers: [{ label: 'US Toll', callInNumber: '123456789', tollType: 'toll' }] },
      password: 'BgJep43',
    }),
  },
} as const

const made = (answer: MadeConference | 'gone' | ServiceFault): MadeConference => {
  assert.ok(typeof answer === 'object' && !isFault(answer), JSON.stringify(answer))
  return answer
}
const faultIn = (answer: MadeConference | 'gone' | ServiceFault | undefined): ServiceFault => {
  assert.ok(typeof answer === 'object' && isFault(answer), JSON.stringify(answer))
  return answer
}

for (const kind of ['zoom', 'webex'] as const) {
  const { open, accountName, startOf, nameOf, data } = kinds[kind]

  const anAccount = async () => {
    const outgoing = new OutgoingToStandIns()
    const services: ConferenceServices = await newConferenceServices(outgoing)
    const standIn = services[kind]
    const service = consentServiceOf(kind, oauthClients) as OauthService
    const tokens = await consentAt(outgoing, service, standIn)
    assert.ok(!isFault(tokens), JSON.stringify(tokens))
    const access = grantedTokens(tokens)
    const provider = open(outgoing, access)
    const there = () => [...standIn.meetings.values()] as Record<string, string>[]
    return { outgoing, services, standIn, provider, access, there }
  }

  describe(`a conference at ${kind}`, () => {
    test('is made once, moves with its link, and is removed; what the location shows of it has no key of the host', async () => {
      const { outgoing, services, provider, access, there } = await anAccount()
      assert.deepEqual(await accountName(outgoing, access, deadline), { account: 'host@stand-in.test' })

      const conference = aConference()
      const first = made(await provider.create(conference, false, deadline))
      assert.deepEqual(first.data, data(first.foreignId))
      assert.match(first.joinUrl, /^https:\/\//)
      assert.doesNotMatch(JSON.stringify(first), secretsOfZoom)
      assert.doesNotMatch(JSON.stringify(first), /hostKey|123456"/)

      const later = {
        ...conference,
        startsAt: new Date('2026-03-25T10:00:00Z'),
        endsAt: new Date('2026-03-25T11:00:00Z'),
      }
      assert.deepEqual(made(await provider.update(first.foreignId, later, deadline)), first)
      assert.deepEqual(
        there().map((meeting) => Date.parse(startOf(meeting) as string)),
        [later.startsAt.getTime()],
      )

      assert.equal(await provider.remove(first.foreignId, deadline), undefined)
      assert.deepEqual(there(), [])
      assert.equal(await provider.remove(first.foreignId, deadline), undefined, 'one that is gone is removed')
      assert.equal(await provider.update(first.foreignId, later, deadline), 'gone')
      assert.equal(services.webex.mails, 0)
    })

    for (const [lost, answer] of [
      ['in a gateway', { status: 502 }],
      ['as it cannot be read', { status: kind === 'zoom' ? 201 : 200, body: { id: null } }],
    ] as const)
      test(`whose first answer is lost ${lost} is found by its ID, at the time that it has by then`, async () => {
        const { standIn, provider, there } = await anAccount()
        for (let other = 0; other < 3; other += 1) made(await provider.create(aConference(), false, deadline))
        const conference = aConference()
        standIn.afterwards = ({ method }) => (method === 'POST' ? answer : undefined)
        assert.equal(faultIn(await provider.create(conference, false, deadline)).isFinal, false)
        standIn.afterwards = () => undefined
        const moved = {
          ...conference,
          startsAt: new Date('2026-04-14T10:00:00Z'),
          endsAt: new Date('2026-04-14T10:30:00Z'),
        }
        const { foreignId } = (await provider.find(conference, deadline)) as MadeConference
        assert.equal(await provider.find(aConference(), deadline), undefined)
        const found = made(await provider.create(moved, true, deadline))
        assert.equal(found.foreignId, foreignId)
        assert.deepEqual(made(await provider.create(moved, true, deadline)), found)
        assert.equal(there().length, 4)
        assert.equal(
          there().filter((meeting) => Date.parse(startOf(meeting) as string) === moved.startsAt.getTime()).length,
          1,
        )
      })

    test('that was tried, and never reached the service, is made', async () => {
      const { standIn, provider, there } = await anAccount()
      const conference = aConference()
      standIn.intercept = ({ method }) => (method === 'POST' ? { status: 500 } : undefined)
      faultIn(await provider.create(conference, false, deadline))
      faultIn(await provider.create(conference, true, deadline))
      standIn.intercept = () => undefined
      made(await provider.create(conference, true, deadline))
      assert.equal(there().length, 1)
    })

    test('is made while the list cannot be read: it is not made again', async () => {
      const { standIn, provider, there } = await anAccount()
      const conference = aConference()
      made(await provider.create(conference, false, deadline))
      standIn.intercept = ({ method }) => (method === 'GET' ? { status: 503 } : undefined)
      assert.equal(faultIn(await provider.create(conference, true, deadline)).fault, 'busy')
      assert.equal(there().length, 1)
    })

    test('has a name as long as the service takes, and the shortest length', async () => {
      const { provider, there } = await anAccount()
      const short = { startsAt: new Date('2026-03-24T10:00:00Z'), endsAt: new Date('2026-03-24T10:05:00Z') }
      made(await provider.create(aConference({ name: '🦊'.repeat(300), ...short }), false, deadline))
      const [meeting] = there()
      assert.equal([...(nameOf(meeting as Record<string, string>) as string)].length, kind === 'zoom' ? 200 : 128)
    })

    const answers = [
      [401, {}, 'revoked', true],
      [403, {}, 'forbidden', false],
      [404, {}, 'gone', true],
      [429, { 'retry-after': '120' }, 'busy', false],
      [500, {}, 'server_error', false],
      [503, {}, 'busy', false],
    ] as const
    test('that is refused: every status has its fault', async () => {
      const { standIn, provider } = await anAccount()
      for (const [status, headers, fault, isFinal] of answers) {
        standIn.intercept = () => ({ status, headers, body: { message: 'No.' } })
        const found = faultIn(await provider.create(aConference(), false, deadline))
        assert.deepEqual([found.fault, found.isFinal], [fault, isFinal], String(status))
        if (status === 429) assert.equal(found.retryAfterSeconds, 120)
      }
    })

    test('whose link is nothing to send people to is refused', async () => {
      const { standIn, provider } = await anAccount()
      for (const url of [
        'http://insecure.test/j/1',
        'https://host:key@zoom.us/j/1',
        `https://zoom.us/${'x'.repeat(2048)}`,
      ]) {
        standIn.afterwards = ({ method }, { status, body }) =>
          method === 'POST' ? { status, body: { ...body, join_url: url, webLink: url } } : undefined
        assert.equal(faultIn(await provider.create(aConference(), false, deadline)).fault, 'bad_answer')
      }
    })
  })
}

describe('Zoom', () => {
  const anOrganization = async () => {
    const outgoing = new OutgoingToStandIns()
    const { zoom } = await newConferenceServices(outgoing)
    const tokens = appTokens({ outgoing, now }, zoomEndpoint(client), {
      grant_type: 'account_credentials',
      account_id: zoom.accountId,
    })
    return { outgoing, zoom, tokens, provider: new ZoomProvider(outgoing, tokens, { isOrganizations: true }) }
  }

  test('of an organization makes the conferences of each host in their name, with one token', async () => {
    const { zoom, provider } = await anOrganization()
    zoom.colleagues.add('a+b@stand-in.test')
    const conference = aConference({ hosts: [{ name: 'Demo Colleague', email: 'a+b@stand-in.test' }] })
    made(await provider.create(conference, false, deadline))
    made(await provider.create(conference, true, deadline))
    assert.deepEqual(
      [...zoom.meetings.values()].map(({ host_email }) => host_email),
      ['a+b@stand-in.test'],
    )
    assert.deepEqual(
      zoom.requests.filter((request) => request.startsWith('TOKEN')),
      ['TOKEN account_credentials'],
    )
    zoom.endAccess()
    made(await provider.create(aConference(), false, deadline))
    const stranger = aConference({ hosts: [{ name: 'Demo Stranger', email: 'stranger@stand-in.test' }] })
    assert.equal(faultIn(await provider.create(stranger, false, deadline)).fault, 'gone')
  })

  test('of an organization whose secret is wrong is opened by nobody', async () => {
    const { outgoing, zoom } = await anOrganization()
    for (const [keys, account_id] of [
      [{ id: client.id, secret: 'other' }, zoom.accountId],
      [client, 'another account'],
    ] as const) {
      const tokens = appTokens({ outgoing, now }, zoomEndpoint(keys), { grant_type: 'account_credentials', account_id })
      assert.deepEqual(await tokens.get(deadline), {
        fault: 'wrong_credentials',
        isFinal: true,
        retryAfterSeconds: undefined,
      })
    }
  })

  test('finds a conference behind the first page of the list', async () => {
    const { zoom, provider } = await anOrganization()
    zoom.pageSize = 2
    for (let other = 0; other < 5; other += 1) made(await provider.create(aConference(), false, deadline))
    const conference = aConference()
    const first = made(await provider.create(conference, false, deadline))
    assert.deepEqual(made(await provider.create(conference, true, deadline)), first)
    assert.equal(zoom.meetings.size, 6)
  })

  test('has made as many as it makes in a day: it is asked again after midnight, or when it says', async () => {
    const { zoom, provider } = await anOrganization()
    zoom.leftToday = 0
    const date = 'Mon, 02 Mar 2026 22:30:00 GMT'
    zoom.afterwards = (_, answer) => ({ ...answer, headers: { date } })
    const spent = faultIn(await provider.create(aConference(), false, deadline))
    assert.deepEqual([spent.fault, spent.isFinal, spent.retryAfterSeconds], ['busy', false, 5400])
    zoom.afterwards = (_, answer) => ({ ...answer, headers: { date, 'retry-after': '2026-03-02T23:00:00Z' } })
    assert.equal(faultIn(await provider.create(aConference(), false, deadline)).retryAfterSeconds, 1800)
  })

  test('says that the app lacks a permission', async () => {
    const { zoom, provider } = await anOrganization()
    zoom.intercept = (_: StandInRequest) => ({
      status: 400,
      body: { code: 4711, message: 'Invalid access token, does not contain scopes:[meeting:write:meeting:admin].' },
    })
    assert.equal(faultIn(await provider.create(aConference(), false, deadline)).fault, 'forbidden')
  })
})
