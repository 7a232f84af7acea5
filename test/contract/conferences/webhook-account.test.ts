// seconds: 4
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { DatabaseCommand } from '#cli/command.ts'
import { commands } from '#cli/commands/conference.ts'
import {
  checkConferenceAccount,
  connectConferenceWebhook,
  disconnectConferenceAccount,
  listConferenceAccounts,
} from '#conferences/index.ts'
import { Problem } from '#contract/problem.ts'
import { getConferenceLinks, setConferenceLink } from '#event-types/index.ts'
import { gather } from '#execution/act.ts'
import { writeExport } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { assertStatus } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, eventOf, hours } from '../../support/bookings.ts'
import { aFounder, aMember, lastPart, type Person } from '../../support/cast.ts'
import { aConferenceService, anOwnAccount, signingKey } from '../../support/conferences.ts'
import { anEventType, itemsOf } from '../../support/event-types.ts'
import { eventually } from '../../support/eventually.ts'
import { withoutMail } from '../../support/mail.ts'
import { ownWork } from '../../support/own-work.ts'
import { freePort, newFolder } from '../../support/processes.ts'
import { snippetsOf } from '../../support/snippets.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp({ isHeard: true, settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { work } = await ownWork(app, withoutMail(app.context))
const later = hours()
const kind = 'zoom_conference'

const connect = (by: Person, url: string, traits: object = {}) =>
  app.run(connectConferenceWebhook, by.principal, { kind, url, signing_key: signingKey, ...traits })
const list = (by: Person) => gather(app.context, listConferenceAccounts, by.principal, {})
const connected = async (by: Person): Promise<string[]> =>
  itemsOf(await app.ask('GET /locations', { token: by.token, query: { user: by.uri } }))
    .filter((one) => one.connected)
    .map((one) => one.kind)

describe('a service of an organization', () => {
  test('is tried with a meeting that is deleted again, and serves everybody until it is disconnected', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const service = await aConferenceService()
    const account = new URL(service.url).host
    const made = await connect(owner, `${service.url}/path`)
    assert.deepEqual([made.account, made.kind], [account, kind])
    assert.deepEqual(
      service.received.map(({ body }) => body.type),
      ['conference.create', 'conference.delete'],
    )
    const [one] = await list(member)
    assert.deepEqual(
      [one?.service, one?.account, one?.user, one?.is_used, one?.is_lost],
      ['webhook', account, null, true, false],
    )
    assert.deepEqual(await connected(member), [kind])
    assert.equal(
      (await app.run(checkConferenceAccount, owner.principal, { uuid: lastPart(made.uri) })).account,
      account,
    )

    await app.run(disconnectConferenceAccount, owner.principal, { uuid: lastPart(made.uri) })
    assert.deepEqual([await list(owner), await connected(member)], [[], []])
  })

  test('that makes no meetings is refused, and nothing is saved; and so is everybody who is no owner or admin', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const service = await aConferenceService()
    for (const [status, body] of [[401], [404], [500], [200, { join_url: 'http://meet.test/1' }]] as const) {
      service.interrupt((_, answer) => {
        answer(status, body)
        return true
      })
      await assert.rejects(connect(owner, service.url), Problem, String(status))
    }
    service.interrupt(undefined)
    await assert.rejects(connect(owner, 'https://10.0.0.1/'), Problem)
    await assert.rejects(connect(owner, service.url, { signing_key: 'short' }), Problem)
    await assert.rejects(connect(member, service.url), /You do not have permission/)
    assert.deepEqual(await list(owner), [])
  })

  test('is connected, listed, tested, chosen, and disconnected over the API as well', async () => {
    const owner = await aFounder(app)
    const member = await aMember(app, owner)
    const service = await aConferenceService()
    const body = { kind, url: service.url, signing_key: signingKey }
    assertStatus(await app.ask('POST /conference_accounts', { token: member.token, body }), 403)
    const made = await app.ask('POST /conference_accounts', { token: owner.token, body })
    assertStatus(made, 201)
    assert.ok(!made.text.includes(signingKey) && !made.text.includes(service.url))
    const { uri } = made.body.resource
    const listed = async (by: Person) => itemsOf(await app.ask('GET /conference_accounts', { token: by.token }))
    assert.deepEqual(await listed(member), [made.body.resource])
    const tested = await app.ask(`POST ${uri}/test`, { token: owner.token })
    assert.match(tested.body.resource.join_url, /^https:/)
    assertStatus(await app.ask(`POST ${uri}/test`, { token: member.token }), 403)

    const rooms = () => app.run(getConferenceLinks, member.principal, {})
    const url = 'https://meet.test/mine'
    await app.run(setConferenceLink, member.principal, { user: member.uri, kind, url })
    assert.equal((await listed(member))[0]?.is_used, false)
    assert.equal((await listed(owner))[0]?.is_used, true)
    const chosen = await app.ask(`POST ${uri}/use`, { token: member.token })
    assert.equal(chosen.body.resource.is_used, true)
    assert.ok(!JSON.stringify(await rooms()).includes(url))

    await anOwnAccount(app, member)
    const own = (await listed(member)).find(({ user }) => user === member.uri)
    assert.equal(own.is_used, false)
    assertStatus(await app.ask(`POST ${own.uri}/use`, { token: owner.token }), 403)
    assertStatus(await app.ask(`POST ${own.uri}/use`, { token: member.token }), 200)
    assert.deepEqual(
      (await listed(member)).filter((one) => one.is_used).map((one) => one.uri),
      [own.uri],
    )

    assertStatus(await app.ask(`DELETE ${uri}`, { token: member.token }), 403)
    assertStatus(await app.ask(`DELETE ${uri}`, { token: owner.token }), 204)
    assert.deepEqual(await listed(owner), [])
  })

  test('is connected and chosen in the console as well, which never shows its key again', async () => {
    const owner = await aFounder(app)
    const service = await aConferenceService()
    const browser = await signedInAs(app, owner)
    const page = '/app/integrations/conferences'
    const typed = { service_kind: kind, service_url: `${service.url}/made`, signing_key: signingKey }
    service.interrupt((_, answer) => {
      answer(401)
      return true
    })
    const refused = await browser.submit(`${page}/services`, typed, { page })
    assert.deepEqual([refused.status, refused.text.includes(signingKey)], [400, false])
    assert.ok(refused.text.includes(`value="${service.url}/made"`), 'what was typed is kept')
    service.interrupt(undefined)
    const url = 'https://meet.test/mine'
    await app.run(setConferenceLink, owner.principal, { user: owner.uri, kind, url })
    assert.equal((await browser.submit(`${page}/services`, typed, { page })).location, `${page}?done=connected`)
    const [account] = await list(owner)
    assert.equal(account?.is_used, false)
    const use = `${page}/accounts/${lastPart(account?.uri ?? '')}/use`
    assert.ok((await browser.get(page)).text.includes(`action="${use}"`))
    assert.equal((await browser.submit(use, {}, { page })).status, 303)
    assert.equal((await list(owner))[0]?.is_used, true)
    assert.ok(!(await browser.get(page)).text.includes(`action="${use}"`))

    const member = await signedInAs(app, await aMember(app, owner))
    assert.ok(!(await member.get(page)).text.includes(`${page}/services`))
    assert.equal((await member.submit(`${page}/services`, typed, { page })).status, 403)
    for (const [old, now] of [
      ['/app/calendars', '/app/integrations'],
      ['/app/calendars/conferences', page],
      ['/app/calendars/changes/1', '/app/integrations/changes/1'],
    ] as const)
      assert.equal((await browser.get(old)).location, now)
  })

  test('connected again makes what had failed before', async () => {
    const owner = await aFounder(app)
    const service = await aConferenceService()
    await connect(owner, service.url)
    const traits = { active: true, duration: 60, timezone: 'UTC', locations: [{ kind }] }
    const type = await anEventType(app, owner, traits)
    service.interrupt((_, answer) => {
      answer(401)
      return true
    })
    const booked = await aBooking(app, owner, type, { start_time: later() })
    await work()
    const statusOf = async () => (await eventOf(app, owner, booked)).location.status
    assert.equal(await statusOf(), 'failed')
    assert.deepEqual(
      (await list(owner)).map((one) => [one.is_lost, one.reason_code]),
      [[true, 'wrong_credentials']],
    )
    assert.deepEqual(await connected(owner), [])

    service.interrupt(undefined)
    await connect(owner, service.url)
    await work()
    assert.equal(await statusOf(), 'pushed')
    assert.deepEqual([service.kept.size, await connected(owner)], [1, [kind]])
  })

  test('is no kind that bulk edits call not connected', async () => {
    const owner = await aFounder(app)
    const type = await anEventType(app, owner, { active: true })
    const label = async (): Promise<string> => {
      const { text } = await (await signedInAs(app, owner)).get(`/app/types/bulk?type=${type.id}`)
      return /<option[^>]*value="zoom_conference"[^>]*>([^<]*)</.exec(text)?.[1] ?? 'no such option'
    }
    assert.match(await label(), /^Zoom \(not connected\)$/)
    await connect(owner, (await aConferenceService()).url)
    assert.equal(await label(), 'Zoom')
  })

  test('is connected by a command as well, with a key that is no argument', async () => {
    const owner = await aFounder(app)
    const service = await aConferenceService()
    const command = commands.find(({ name }) => name === 'conference connect') as DatabaseCommand
    const run = (values: Record<string, string>) =>
      command.run(app.context, { ...values, organization: owner.principal.organizationId } as never, readConfig({}))
    await assert.rejects(run({ kind, url: service.url }), /Give the signing key on standard input/)
    const { resource } = (await run({ kind, url: service.url, key: signingKey })) as { resource: object }
    assert.deepEqual({ ...resource, account: new URL(service.url).host, kind }, resource)
  })

  test('reveals neither its address nor its key: not in answers, the log, exports, or any table', async () => {
    const owner = await aFounder(app)
    const service = await aConferenceService()
    const answer = await connect(owner, `${service.url}/secret-path`)
    const { organizationId } = owner.principal
    const exported: string[] = []
    await writeExport(app.context, { id: organizationId, name: '' }, async (line) => void exported.push(line))
    assert.ok(exported.some((line) => line.includes('"provider_accounts"')))
    const rows = await app.context.database.session((session) =>
      session.query<{ row: string }>(
        `select to_jsonb(one)::text as row from provider_accounts as one where organization_id = '${organizationId}'
         union all select subject::text from facts where organization_id = '${organizationId}'`,
      ),
    )
    assert.ok(rows.length > 1)
    const seen = [answer, await list(owner), exported, rows, app.logged].map((one) => JSON.stringify(one))
    for (const text of seen) for (const secret of [signingKey, 'secret-path']) assert.ok(!text.includes(secret))
  })

  test('can be the one in the documentation', async () => {
    const [snippet, ...more] = snippetsOf('docs/conferences.md').filter(({ language }) => language === 'js')
    assert.equal(more.length, 0)
    const port = await freePort()
    const file = join(await newFolder(), 'meetings.mjs')
    await writeFile(file, String(snippet?.code).replace('8000', String(port)))
    const child = spawn(process.execPath, [file], { env: { ...process.env, SIGNING_KEY: signingKey }, stdio: 'ignore' })
    after(() => child.kill())
    const url = `http://127.0.0.1:${port}/`
    const status = (): Promise<number> =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        (answer) => answer.status,
        () => 0,
      )
    await eventually('it answers', async () => (await status()) !== 0)
    assert.equal(await status(), 401, 'without a signature')

    const owner = await aFounder(app)
    // It refuses what is old, by its own clock.
    app.clock.advance(Date.now() - app.clock.now().getTime())
    await assert.rejects(connect(owner, url, { signing_key: 'another key of its own' }), Problem)
    assert.equal((await connect(owner, url)).account, `127.0.0.1:${port}`)
  })
})
