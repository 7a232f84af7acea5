// seconds: 20
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { describe, test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { aMailServer } from '../../support/mail-server.ts'
import { aMovedClock, lackingMovedClock } from '../../support/moved-clock.ts'
import { newInstallation, startService } from '../../support/processes.ts'
import { booking, sendTo, slot, times } from '../../support/races.ts'
import { anEndlessType } from '../../support/service-kills.ts'

const hour = 3600
const perStep = 10

describe('a clock that jumps', { skip: lackingMovedClock() }, () => {
  test('an hour ahead, back, and an hour behind: bookings go on, tokens stay valid, and every mail is sent once, at once', async () => {
    const mail = await aMailServer()
    const clock = await aMovedClock()
    const service = await startService(
      {
        ...(await newInstallation()),
        ...clock.settings,
        SMTP_URL: mail.url,
        OPENSLOT_MAIL_FROM: 'openslot@client.test',
      },
      ['start', '--json'],
    )
    const agent = new Agent({ keepAlive: true })
    const { token, eventType } = await anEndlessType(service)
    let booked = 0
    for (const seconds of [0, hour, 0, -hour, 0, 40 * 24 * hour, 0]) {
      await clock.set(seconds)
      const began = performance.now()
      for (const step of times(perStep, (index) => index)) {
        const { status, text } = await sendTo(
          service.address,
          agent,
          booking({ uri: eventType }, slot(booked + step, 30), { token }),
        )
        assert.equal(status, 200, `${seconds} s: ${text}`)
        const { created_at } = JSON.parse(text).resource
        assert.ok(
          Math.abs(Date.parse(created_at) - Date.now() - seconds * 1000) < 60_000,
          'the service follows the clock',
        )
      }
      booked += perStep
      // One to the invitee, one to the host.
      await eventually(
        `${booked * 2} mails, and there are ${mail.received.length}`,
        () => mail.received.length >= booked * 2,
      )
      console.log(
        `${seconds} s from the true time: ${perStep} bookings and their mails in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
    }
    assert.equal(new Set(mail.received.map(({ messageId }) => messageId)).size, booked * 2)
    assert.equal(mail.received.length, booked * 2, 'no mail was sent twice')
    agent.destroy()
    assert.equal((await service.stop()).code, 0)
    await mail.stop()
  })
})
