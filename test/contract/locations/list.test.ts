// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setConferenceLink } from '#event-types/index.ts'
import { assertAlike, assertAnswer, denied, invalidArgument, notFound } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { itemsOf } from '../../support/event-types.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, admin, colleague, outsider } = await aCast(app)
const list = (token: string, query: Record<string, string>) => app.ask('GET /locations', { token, query })

const places = ['physical', 'ask_invitee', 'custom', 'inbound_call', 'outbound_call'].map((kind) => ({ kind }))
const rooms = (...connected: string[]) =>
  [
    'google_conference',
    'gotomeeting_conference',
    'microsoft_teams_conference',
    'webex_conference',
    'zoom_conference',
  ].map((kind) => ({
    kind,
    connected: connected.includes(kind),
  }))

describe('GET /locations', () => {
  test('200: every kind; a conference is connected once there is a join URL, until it is removed', async () => {
    assert.deepEqual(itemsOf(await list(colleague.token, { user: colleague.uri })), [...places, ...rooms()])
    await app.run(setConferenceLink, colleague.principal, {
      user: colleague.uri,
      kind: 'zoom_conference',
      url: 'https://meet.acme.test/{uuid}',
    })
    for (const { token } of [colleague, admin])
      assert.deepEqual(itemsOf(await list(token, { user: colleague.uri })), [...places, ...rooms('zoom_conference')])
    await app.run(setConferenceLink, colleague.principal, { user: colleague.uri, kind: 'zoom_conference', url: null })
    assert.deepEqual(itemsOf(await list(colleague.token, { user: colleague.uri })), [...places, ...rooms()])
  })

  test('400: without a user', async () =>
    assertAnswer(await list(owner.token, {}), 400, invalidArgument(['user', 'is missing'])))

  test('403: of others, for a plain user; of a former member, for everybody', async () => {
    assertAnswer(await list(colleague.token, { user: owner.uri }), 403, denied())
    const gone = await aRemovedMember(app, owner)
    assertAnswer(await list(owner.token, { user: gone.uri }), 403, denied('This user is not in your organization'))
  })

  test("404: another organization's user looks nonexistent", async () => {
    const unknown = await list(owner.token, { user: `/users/${randomUUID()}` })
    assertAnswer(unknown, 404, notFound)
    assertAlike(await list(owner.token, { user: outsider.uri }), unknown)
  })

  guardTests(app, owner, 'locations:read', 200, ({ token }) =>
    app.ask('GET /locations', { token, query: { user: owner.uri } }),
  )
})
