// on: embedded
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/organization.ts'
import { changeVisitorRules, getVisitorRules } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { assertStatus, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { hours } from '../../support/bookings.ts'
import { aCast, type Made, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const domains = join(tmpdir(), `disposable-${process.pid}.txt`)
writeFileSync(domains, '# for an hour\nthrowaway.test\n')
const app = await testApp({ settings: { OPENSLOT_DISPOSABLE_DOMAINS: domains } })
const { owner, colleague } = await aCast(app)
const later = hours()

const pathOf = async ({ uri }: Made): Promise<string> =>
  new URL(resourceOf(await app.ask(`GET ${uri}`, { token: colleague.token })).scheduling_url).pathname
const path = await pathOf(await anEventType(app, colleague, { active: true }))

const setRules = (rules: Readonly<Record<string, unknown>>, by: Person = owner) =>
  app.run(changeVisitorRules, by.principal, rules)

const details = (email: string) => ({ name: 'A Visitor', email, timezone: 'Europe/Stockholm', place: '0' })

const json = { accept: 'application/json' }

interface Asked {
  readonly outcome: string
  readonly challenge: string
  readonly bits: number
  readonly to?: string
  readonly errors?: Readonly<Record<string, string>>
}

/** As the script of the page does it. */
const send = async (email: string, start = later(), proof?: (asked: Asked) => string): Promise<Asked> => {
  const visitor = new Visitor(app)
  const { fields } = await visitor.get(`${path}/${start}`)
  const form = { form_token: fields.form_token ?? '', ...details(email) }
  const post = async (more: Readonly<Record<string, string>>): Promise<Asked> =>
    JSON.parse((await visitor.post(`${path}/${start}`, { ...form, ...more }, { headers: json })).text)
  const first = await post({})
  return proof && first.outcome === 'proof' ? post({ proof: proof(first) }) : first
}

const zerosOf = (text: string): number => Math.clz32(createHash('sha256').update(text).digest().readUInt32BE(0))

const work = ({ challenge, bits }: Pick<Asked, 'challenge' | 'bits'>): string => {
  for (let counter = 0; ; counter++) if (zerosOf(`${challenge} ${counter}`) >= bits) return String(counter)
}

describe('protection against bots', { concurrency: false }, () => {
  test('a visitor is asked for nothing while it is off or there are few bookings', async () => {
    for (const bot_protection of ['off', 'automatic']) {
      await setRules({ bot_protection })
      assert.equal((await send(`${bot_protection}@client.test`)).outcome, 'booked')
    }
  })

  test('a browser that does the work that the server asks for books at once', async () => {
    await setRules({ bot_protection: 'on' })
    const asked = await send('worker@client.test')
    assert.deepEqual([asked.outcome, asked.bits], ['proof', 16])
    assert.equal((await send('worker@client.test', later(), work)).outcome, 'booked')
  })

  test('work for another address, time, or form counts for nothing', async () => {
    await setRules({ bot_protection: 'on' })
    const other = await send('other@client.test')
    const foreign = work(other)
    assert.equal((await send('forger@client.test', later(), () => foreign)).outcome, 'proof')
    for (const wrong of ['', '-1', '1e3', '9'.repeat(13)])
      assert.equal((await send('forger@client.test', later(), () => wrong)).outcome, 'proof')
  })

  test('without a script, or where it cannot do the work, the visitor confirms the address instead', async () => {
    await setRules({ bot_protection: 'on' })
    assert.match((await send('plain@client.test', later(), () => 'none')).to ?? '', /^\/requests\//)
    const visitor = new Visitor(app)
    const { location = '' } = await visitor.submit(`${path}/${later()}`, details('scriptless@client.test'))
    assert.match(location, /^\/requests\//)
    assert.match((await visitor.get(location)).text, /name="code"/)
  })

  test('is for visitors only: members book for others at once', async () => {
    await setRules({ bot_protection: 'on' })
    const eventType = await anEventType(app, colleague, { active: true })
    const booked = await app.ask('POST /invitees', {
      token: colleague.token,
      body: {
        event_type: eventType.uri,
        start_time: later(),
        invitee: { name: 'A Visitor', email: 'member@client.test', timezone: 'UTC' },
      },
    })
    assert.equal(booked.status, 200, booked.text)
  })
})

describe('a blocked visitor', { concurrency: false }, () => {
  test('is refused at the email field with a sentence that does not say why', async () => {
    await setRules({ bot_protection: 'off', blocked_addresses: ['Eve@Client.test', '@spam.test'] })
    for (const email of ['eve@client.test', 'eve+2@client.test', 'a@spam.test', 'a@mail.spam.test']) {
      const { outcome, errors } = await send(email)
      assert.deepEqual(
        { outcome, errors },
        { outcome: 'wrong', errors: { email: 'This email address can’t be used here. Enter another one.' } },
        email,
      )
    }
    const page = await new Visitor(app).submit(`${path}/${later()}`, details('eve@client.test'))
    assert.equal(page.status, 400)
    assert.match(page.text, /can’t be used here/)
    assert.equal((await send('adam@client.test')).outcome, 'booked')
  })

  test('a domain on the operator’s list is refused likewise, with its subdomains', async () => {
    await setRules({ bot_protection: 'off' })
    assert.equal((await send('a@throwaway.test')).outcome, 'wrong')
    assert.equal((await send('a@x.throwaway.test')).outcome, 'wrong')
    assert.equal((await send('a@nothrowaway.test')).outcome, 'booked')
  })

  test('the list is read and changed over the API and on the command line', async () => {
    const { owner: boss, colleague: member, organizationId: own } = await aCast(app)
    const address = `/organizations/${own}/visitor_rules`
    const read = async () => resourceOf(await app.ask(`GET ${address}`, { token: boss.token }))
    assert.deepEqual(await read(), { bot_protection: 'automatic', blocked_addresses: [] })
    const change = (body: object, token = boss.token) => app.ask(`PATCH ${address}`, { token, body })
    assertStatus(await change({ bot_protection: 'off' }, member.token), 403)
    assertStatus(await change({ bot_protection: 'off' }, owner.token), 404)
    assertStatus(await change({ blocked_addresses: ['Eve@client.test', '@spam.test'] }), 200)
    assert.deepEqual(await read(), {
      bot_protection: 'automatic',
      blocked_addresses: ['eve@client.test', '@spam.test'],
    })
    const refused = await change({ blocked_addresses: ['spam.test'] })
    assert.deepEqual([refused.status, refused.body.details[0].parameter], [400, 'blocked_addresses'])

    const command = commands.find(({ name }) => name === 'organization visitors') as DatabaseCommand
    const run = async (values: Record<string, string>): Promise<string> =>
      command.show((await command.run(app.context, { ...values, organization: own } as never, readConfig({}))) as never)
    assert.match(await run({}), /automatic[\s\S]*eve@client\.test, @spam\.test/)
    await run({ protection: 'on', block: '@more.test', unblock: '@spam.test' })
    assert.deepEqual(await read(), { bot_protection: 'on', blocked_addresses: ['eve@client.test', '@more.test'] })
  })

  test('the list is for owners and admins, who see it in the console', async () => {
    await assert.rejects(setRules({ bot_protection: 'off' }, colleague), { message: /permission/ })
    await assert.rejects(app.run(getVisitorRules, colleague.principal), { message: /permission/ })
    const visitor = await signedInAs(app, owner)
    const page = '/app/organization/visitors'
    const saved = await visitor.submit(page, {
      fields: ['bot_protection', 'blocked_addresses'],
      bot_protection: 'on',
      blocked_addresses: 'eve@client.test\n@spam.test\n',
    })
    assert.equal(saved.location, page)
    assert.deepEqual(await app.run(getVisitorRules, owner.principal), {
      bot_protection: 'on',
      blocked_addresses: ['eve@client.test', '@spam.test'],
    })
    const refused = await visitor.submit(page, { fields: 'blocked_addresses', blocked_addresses: 'spam.test' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /“spam\.test” isn’t a valid email address/)
  })
})
