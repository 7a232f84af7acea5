import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aBooking } from '../../support/bookings.ts'
import { aCast, aGroup, aTeam } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, admin, colleague } = await aCast(app)
const visitor = await signedInAs(app, owner)

/** The form that Undo sends, if the page offers any. */
const undoIn = (text: string): string | undefined => /class="toast">.*?<form[^>]* action="([^"]+)"/s.exec(text)?.[1]

test('an address that somebody made up offers no Undo, on no screen', async () => {
  const type = await anEventType(app, owner, { active: true })
  const { eventId, inviteeId } = await aBooking(app, owner, type)
  const [group, team] = [await aGroup(app, owner), await aTeam(app, owner)]
  const schedule = ((await visitor.get('/app/availability')).location ?? '').replace('/app/', '')
  const person = colleague.membershipId
  const made = [
    `organization?done=role&of=${person}&was=admin`,
    `organization/groups?done=renamed&kind=groups&of=${group.id}&was=Other`,
    `organization/groups?done=removed&kind=groups&of=${group.id}&was=${person}&role=admin`,
    `organization/groups?done=added&kind=teams&of=${team.id}&was=${person}`,
    'organization/rules?done=left&of=create_event_types',
    'organization/rules?done=allowed&of=connect_calendars',
    `meetings?open=${eventId}&done=came&guest=${inviteeId}`,
    `?done=off&of=${type.id}`,
    `?done=deleted&of=${type.id}&was=on`,
    `?done=moved&of=${type.id}&was=`,
    `types/${type.id}?done=on&of=${type.id}`,
    `${schedule}?done=renamed&of=Other`,
    `${schedule}?done=zone&of=Asia%2FTokyo`,
    `${schedule}?done=dates&of=2026-12-21%2F2026-12-31`,
    `${schedule}?done=removed&of=2026-12-21`,
    `forms?done=deleted&of=${type.id}&was=published`,
  ]
  const offered: string[] = []
  for (const address of made) {
    for (const seal of ['', '&seal=1-a']) {
      const { status, text } = await visitor.get(`/app/${address}${seal}`.replace('/app/?', '/app?'))
      assert.equal(status, 200, address)
      if (undoIn(text) !== undefined) offered.push(address)
    }
  }
  assert.deepEqual(offered, [])
})

test('Undo is offered at the address that follows the act: to whoever acted, unaltered, for ten minutes', async () => {
  const change = () =>
    visitor.submit(
      `/app/organization/members/${colleague.membershipId}/role`,
      { role: 'admin' },
      { page: '/app/organization' },
    )
  const { location = '' } = await change()
  const action = `/app/organization/members/${colleague.membershipId}/role`
  assert.equal(undoIn((await visitor.get(location)).text), action)
  assert.equal(undoIn((await (await signedInAs(app, admin)).get(location)).text), undefined, 'another member')
  assert.equal(undoIn((await visitor.get(location.replace('was=user', 'was=admin'))).text), undefined, 'altered')
  assert.equal(
    undoIn((await visitor.get(location.replace(colleague.membershipId, admin.membershipId))).text),
    undefined,
    'of another member',
  )
  assert.equal(
    undoIn((await visitor.get(location.replace('/organization?', '/organization/groups?'))).text),
    undefined,
    'on another page',
  )
  app.clock.advance(11 * 60_000)
  assert.equal(undoIn((await visitor.get(location)).text), undefined, 'too late')
})
