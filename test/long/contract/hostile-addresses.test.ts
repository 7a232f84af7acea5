// seconds: 8
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consolePages } from '#console/serve-console.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner } = await aCast(app)
const type = await anEventType(app, owner, { active: true })
const off = await anEventType(app, owner, { active: false })
const booked = await aBooking(app, owner, type, { start_time: hours()() })
const visitor = await signedInAs(app, owner)

describe('the console answers everything but with a 500', () => {
  test('whatever a query holds', async () => {
    const values = [
      '%00',
      '%ED%A0%80',
      'x'.repeat(3000),
      '%25',
      '',
      'null',
      booked.inviteeId,
      '9999-12-31',
      '0000-01-01',
      '2026-03-29',
      '99:99',
      'Nowhere/Land',
    ]
    const known = {
      open: booked.eventId,
      move: booked.inviteeId,
      type: type.id,
      why: 'yes',
      date: '2026-03-29',
      time: '01:30',
      zone: 'Europe/Lisbon',
    }
    const names = [...Object.keys(known), 'q', 'at', 'day', 'page', 'user']
    const availability = (await visitor.get('/app/availability')).location ?? ''
    const paths = ['/app/meetings?view=week', '/app/meetings?view=list', '/app/meetings/new?x=', `${availability}?x=`]
    for (const name of names)
      for (const value of values)
        for (const path of paths) {
          const address = `${path}&${new URLSearchParams(Object.entries(known).filter(([one]) => one !== name))}&${name}=${value}`
          const { status } = await visitor.get(address)
          assert.ok(status < 500, `${status} ${address.slice(0, 300)}`)
        }
    const preview = `/app/types/${off.id}/preview`
    for (const name of ['timezone', 'date', 'month', 'duration', 'locale'])
      for (const value of values)
        for (const path of [preview, `${preview}/months/2026-03`]) {
          const { status } = await visitor.get(`${path}?${name}=${value}`)
          assert.ok(status < 500, `${status} ${path} ${name}=${value.slice(0, 100)}`)
        }
  })

  test('whatever a form holds', async () => {
    const { form_token = '' } = (await visitor.get('/app/organization')).fields
    const fields = [
      'name',
      'email',
      'reason',
      'notes',
      'start_time',
      'absent',
      'role',
      'active',
      'before',
      'from',
      'to',
      'timezone',
      'date',
      'until',
      'country',
      'duration',
      'days',
      'back',
    ]
    const values = ['', '\u{1f600}', '9'.repeat(400), '2026-03-29T01:30:00Z', '//elsewhere.test']
    for (const address of Object.keys(consolePages).filter((one) => one.startsWith('POST')))
      for (const value of values)
        for (const id of [booked.eventId, 'none']) {
          const path = address.slice(5).replaceAll(/:\w+/g, id)
          const { status, location = '/' } = await visitor.post(path, {
            form_token,
            fields,
            ...Object.fromEntries(fields.map((name) => [name, value])),
          })
          assert.ok(
            status < 500 && /^\/(?!\/)/.test(location),
            `${status} ${address} ${value.slice(0, 30)} ${location}`,
          )
        }
  })
})
