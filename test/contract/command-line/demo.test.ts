// seconds: 4
import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { runCommand } from '../../support/command-line.ts'
import { freePort, newInstallation, openslot, type Service, startService } from '../../support/processes.ts'
import { testAtFullSize } from '../../support/sized.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
type Json = any

const demoIn = async (settings: Readonly<Record<string, string>>): Promise<Json> =>
  JSON.parse(await readFile(join(settings.OPENSLOT_DATA ?? '', 'demo.json'), 'utf8'))

/** Everything about a demo that is not left to chance. */
const seenBy = async (service: Service, settings: Readonly<Record<string, string>>): Promise<unknown> => {
  const demo = await demoIn(settings)
  const paths = [
    '/organization_memberships?count=100',
    '/groups',
    '/teams',
    '/group_relationships?count=100',
    '/scheduled_events?count=100',
  ]
  const lists = await Promise.all(
    paths.map(async (path) => (await service.ask(path, demo.users.owner.token)).body.collection),
  )
  return withoutChance([demo, ...lists], settings.PORT ?? '')
}

describe('start --demo', () => {
  let settings: Readonly<Record<string, string>>
  let seen: unknown

  test('fills an empty database, and demo.json has all that is needed to use it', async () => {
    settings = await newInstallation()
    const service = await startService(settings, ['start', '--demo'])
    const demo = await demoIn(settings)
    const own = service.address
    assert.deepEqual(
      { base_url: demo.base_url, auth_url: demo.auth_url, mcp_url: demo.mcp_url, site_url: demo.site_url },
      { base_url: own, auth_url: own, mcp_url: `${own}/mcp`, site_url: own },
    )
    assert.equal((await stat(join(settings.OPENSLOT_DATA ?? '', 'demo.json'))).mode & 0o777, 0o600)

    const roles: Record<string, string> = {
      owner: 'owner',
      admin: 'admin',
      user: 'user',
      group_admin: 'user',
      outsider: 'owner',
    }
    assert.deepEqual(Object.keys(demo.users).sort(), Object.keys(roles).sort())
    for (const [part, person] of [...Object.entries<Json>(demo.users), ['former', demo.removed_member] as const]) {
      const { body } = await service.ask('/users/me', person.token)
      assert.deepEqual(
        { uri: body.resource.uri, email: body.resource.email, name: body.resource.name },
        { uri: person.uri, email: person.email, name: person.name },
        part,
      )
      assert.match(person.password, /^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/)
      const { body: memberships } = await service.ask(`/organization_memberships?user=${person.uri}`, person.token)
      assert.equal(memberships.collection[0].role, roles[part] ?? 'owner', part)
    }

    const { token } = demo.users.owner
    const pathOf = (uri: string): string => new URL(uri).pathname
    const resourceAt = async (uri: string): Promise<Json> => (await service.ask(pathOf(uri), token)).body.resource
    assert.deepEqual(
      { name: (await resourceAt(demo.organization)).name, plan: (await resourceAt(demo.organization)).plan },
      { name: 'Demo organization', plan: 'enterprise' },
    )
    for (const { uri, name } of [...demo.groups, ...demo.teams]) assert.equal((await resourceAt(uri)).name, name)
    for (const { uri, email, status } of demo.invitations)
      assert.deepEqual(
        { email: (await resourceAt(uri)).email, status: (await resourceAt(uri)).status },
        { email, status },
      )
    assert.deepEqual(demo.invitations.map(({ status }: Json) => status).sort(), ['accepted', 'declined', 'pending'])
    assert.equal(demo.groups.length, 2)
    assert.equal(demo.teams.length, 1)

    const { body: relationships } = await service.ask(`/group_relationships?organization=${demo.organization}`, token)
    assert.equal(relationships.collection.filter(({ role }: Json) => role === 'admin').length, 1)
    assert.equal(
      (await service.ask(pathOf(demo.removed_member.membership), token)).body.message,
      'This user is not in your organization',
    )
    assert.equal((await service.ask(pathOf(demo.outsider_organization), demo.users.outsider.token)).status, 200)
    assert.equal((await service.ask(pathOf(demo.outsider_organization), token)).status, 404)

    for (const { uri, name, start_time, status } of demo.scheduled_events) {
      const event = await resourceAt(uri)
      assert.deepEqual([event.name, event.start_time, event.status], [name, start_time, status])
    }
    const invitees = await Promise.all(
      demo.scheduled_events.flatMap(({ invitees: uris }: Json) => uris).map(resourceAt),
    )
    const [over, missed] = demo.scheduled_events
    for (const { start_time } of [over, missed]) assert.ok(Date.parse(start_time) < Date.now())
    assert.equal(invitees.filter(({ no_show }) => no_show).length, 1)
    assert.equal(
      invitees.filter(({ rescheduled, new_invitee }) => rescheduled && invitees.some(({ uri }) => uri === new_invitee))
        .length,
      1,
    )
    assert.ok(
      demo.scheduled_events.some(
        ({ start_time, status }: Json) => status === 'active' && Date.parse(start_time) > Date.now(),
      ),
    )
    const workshop = demo.scheduled_events.find(({ name }: Json) => name === 'Workshop')
    assert.deepEqual((await resourceAt(workshop.uri)).invitees_counter, { total: 3, active: 2, limit: 12 })

    const [form] = demo.routing_forms
    assert.deepEqual([(await resourceAt(form.uri)).status, (await fetch(form.form_url)).status], ['published', 200])
    const { body: answered } = await service.ask(`/routing_form_submissions?form=${form.uri}`, token)
    const [led, news] = answered.collection
    assert.deepEqual([(await resourceAt(led.submitter)).routing_form_submission, news.submitter], [led.uri, null])

    const { client_id, client_secret, redirect_uri, ...nothingElse } = demo.oauth_app
    assert.deepEqual([redirect_uri, nothingElse], ['http://127.0.0.1:9876/callback', {}])
    const introspect = (secret: string) =>
      fetch(`${own}/oauth/introspect`, {
        method: 'POST',
        body: new URLSearchParams({ client_id, client_secret: secret, token }),
      })
    assert.deepEqual(await (await introspect(client_secret)).json(), { active: false })
    assert.equal((await introspect(`${client_secret}x`)).status, 401)

    const { stdout } = await runCommand(['token', 'list', '--organization', 'Demo organization', '--json'], settings)
    for (const { scope } of JSON.parse(stdout).collection) assert.deepEqual(scope.split(' '), scopes)
    seen = await seenBy(service, settings)
    await service.stop()
  })

  testAtFullSize('started again, keeps everything; and at another address, only the addresses change', async () => {
    const before = await demoIn(settings)
    const service = await startService({ ...settings, PORT: String(await freePort()) }, ['start', '--demo'])
    const now = await demoIn(settings)
    assert.equal(now.base_url, service.address)
    assert.equal((await service.ask('/users/me', before.users.owner.token)).body.resource.uri, now.users.owner.uri)
    assert.equal(JSON.stringify(now), JSON.stringify(before).replaceAll(before.base_url, service.address))
    assert.doesNotMatch(service.stdout(), /openslot_pat_/)
    await service.stop()
  })

  testAtFullSize('is the same every time, apart from ids, secrets and the clock', async () => {
    const others = await newInstallation()
    const service = await startService(others, ['start', '--demo'])
    assert.deepEqual(await seenBy(service, others), seen)
    await service.stop()
  })

  testAtFullSize('refuses a database that has organizations of its own, and leaves it as it was', async () => {
    const settings = await newInstallation()
    await runCommand(
      ['init', '--email', 'founder@acme.test', '--name', 'Demo Founder', '--organization', 'Acme'],
      settings,
    )
    const refused = await openslot(['start', '--demo'], settings)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^error: The demo needs an empty database, but this one already has organizations\./m)
    await assert.rejects(demoIn(settings), { code: 'ENOENT' })
    const { stdout } = await runCommand(['organization', 'list', '--json'], settings)
    assert.equal(JSON.parse(stdout).collection.length, 1)
  })
})

const chance = [
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /openslot_(?:pat|cs)_\w+/g,
  /[a-z2-9]{4}(-[a-z2-9]{4}){4}/g,
  /(?<=meet\.demo\.test\/)[a-z2-7]{26}/g,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
] as const

const withoutChance = (document: unknown, port: string): unknown =>
  JSON.parse(
    chance.reduce((text, form) => text.replace(form, '…'), JSON.stringify(document).replaceAll(`:${port}`, '')),
  )
