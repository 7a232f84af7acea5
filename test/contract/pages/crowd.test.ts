// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { hours } from '../../support/bookings.ts'
import { aFounder } from '../../support/cast.ts'
import { countingDatabase, type Tally } from '../../support/counting-database.ts'
import { anEventType } from '../../support/event-types.ts'
import { type Shown, Visitor } from '../../support/visitor.ts'

const visitors = 40

describe('many concurrent requests for one page (D8)', () => {
  test('it is made a few times, and each has a copy that is theirs: its nonce and its form are in no other', async () => {
    const tally: Tally = { reads: 0, writes: 0 }
    const app = await testApp({ through: countingDatabase(tally) })
    const host = await aFounder(app)
    const type = await anEventType(app, host, { active: true })
    const { body } = await app.ask(`GET ${type.uri}`, { token: host.token })
    const path = `${new URL(body.resource.scheduling_url).pathname}/${hours()()}`
    const look = (): Promise<Shown> => new Visitor(app).get(path)

    const before = tally.reads
    await look()
    const alone = tally.reads - before
    const shown = await Promise.all(Array.from({ length: visitors }, look))
    assert.ok(tally.reads - before <= 4 * alone, `${tally.reads - before} reads, and ${alone} for one who comes alone`)

    assert.deepEqual([...new Set(shown.map(({ status }) => status))], [200])
    const nonces = shown.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '',
    )
    const tokens = shown.map(({ fields }) => fields.form_token ?? '')
    assert.equal(new Set(nonces).size, visitors)
    assert.equal(new Set(tokens).size, visitors)
    for (const [at, { text, headers }] of shown.entries()) {
      assert.deepEqual([...new Set([...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce))], [nonces[at]])
      // In the form, and in what the script begins with.
      assert.equal(text.split(tokens[at] as string).length - 1, 2)
      assert.equal(Number(headers['content-length']), Buffer.byteLength(text))
    }
    // Otherwise visitors who shared a page could see each other's bookings: a form that is sent again leads to its
    // booking.
    const [mine, theirs] = await Promise.all(
      tokens
        .slice(0, 2)
        .map((form_token) =>
          new Visitor(app).post(path, { form_token, name: 'A Visitor', email: 'visitor@x.test', timezone: 'UTC' }),
        ),
    )
    assert.deepEqual([mine?.status, theirs?.status].sort(), [303, 400])
  })

  test('a change by a host is on every page requested afterwards, also under load', async () => {
    const app = await testApp()
    const host = await aFounder(app)
    const type = await anEventType(app, host, { active: true, name: 'Before' })
    const { body } = await app.ask(`GET ${type.uri}`, { token: host.token })
    const { pathname } = new URL(body.resource.scheduling_url)
    const crowd = Array.from({ length: visitors }, () => new Visitor(app).get(pathname))
    assert.equal((await app.ask(`PATCH ${type.uri}`, { token: host.token, body: { name: 'After' } })).status, 200)
    const after = Array.from({ length: visitors }, () => new Visitor(app).get(pathname))
    for (const { text } of await Promise.all(after)) assert.match(text, /<h1[^>]*>After/)
    await Promise.all(crowd)
  })
})

describe('a rate-limited visitor who continues', () => {
  test('429: gets a page in their language each time, with a nonce of its own', async () => {
    const app = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '1' } })
    const from = '198.51.100.7'
    const ask = (language: string): Promise<Shown> =>
      new Visitor(app).get('/nobody-here/talk?primary_color=ff0000', { from, headers: { 'accept-language': language } })
    await ask('en')
    const refusals = [await ask('en'), await ask('en'), await ask('de'), await ask('de')]
    assert.deepEqual(
      refusals.map(({ status, text }) => [status, /<html lang="(\w+)"/.exec(text)?.[1]]),
      [
        [429, 'en'],
        [429, 'en'],
        [429, 'de'],
        [429, 'de'],
      ],
    )
    const nonces = refusals.map(({ headers, text }) => {
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
      assert.ok(text.includes(`<style nonce="${nonce}">`))
      return nonce
    })
    assert.equal(new Set(nonces).size, 4)
    assert.ok(refusals.every(({ headers }) => Number(headers['retry-after']) > 0))
  })
})
