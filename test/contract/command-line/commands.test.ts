// seconds: 14
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { scopes } from '#contract/scopes.ts'
import { packageRoot } from '#platform/root.ts'
import { runCommand } from '../../support/command-line.ts'
import { aDavStandIn } from '../../support/dav-stand-in.ts'
import { eventually } from '../../support/eventually.ts'
import { aFeedServer } from '../../support/feed-server.ts'
import { newFolder, newInstallation, openslot, type Service, startService } from '../../support/processes.ts'
import { aReceiver } from '../../support/receiver.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
type Json = any

describe('every command has its effect, and the API shows it', () => {
  let settings: Readonly<Record<string, string>>
  let service: Service
  let first: Json
  const ran = new Set<string>()

  before(async () => {
    settings = { ...(await newInstallation()), OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' }
    service = await startService(settings, ['start', '--json'])
    first = JSON.parse(service.stdout())
  })
  after(() => service.process.kill('SIGKILL'))

  /** Runs a command with `--json`, and gives its document. */
  const run = (...words: string[]): Promise<Json> => documentOf(runCommand, words)
  const runProcess = (...words: string[]): Promise<Json> => documentOf(openslot, words)
  const documentOf = async (command: typeof openslot, words: readonly string[]): Promise<Json> => {
    ran.add(words.slice(0, words[1]?.startsWith('-') ? 1 : 2).join(' '))
    const { code, stdout, stderr } = await command([...words, '--json'], settings)
    assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
    return JSON.parse(stdout)
  }

  const refusal = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(words, settings)
    assert.deepEqual([code, stdout], [1, ''], words.join(' '))
    return stderr.trim().replaceAll(/^error: /gm, '')
  }

  const ask = async (path: string, token = first.token): Promise<Json> => (await service.ask(path, token)).body
  const pathOf = ({ uri }: { uri: string }): string => new URL(uri).pathname

  test('start --json printed the addresses and the secrets of the first organization, in one document', async () => {
    assert.equal(first.base_url, service.address)
    assert.equal((await ask('/users/me')).resource.uri, first.owner.uri)
    assert.equal((await ask(pathOf(first.organization))).resource.name, 'My organization')
  })

  test('import stop: one that was begun is over, as the API shows', async () => {
    const body = JSON.stringify({ kind: 'calendly', url: service.address, token: first.token })
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' }
    const { resource }: Json = await (
      await fetch(new URL('/imports', service.address), { method: 'POST', headers, body })
    ).json()
    const stopped = await run('import', 'stop', '--id', pathOf(resource).split('/').at(-1) ?? '')
    assert.deepEqual([stopped.resource.uri, stopped.resource.state === 'running'], [resource.uri, false])
    assert.deepEqual(stopped.resource, (await ask(pathOf(resource))).resource)
  })

  test('sign-in-link: opens the page on which one goes on; an earlier link does not', async () => {
    const [earlier, later] = [await run('sign-in-link'), await run('sign-in-link')]
    assert.equal(later.email, first.owner.email)
    const status = async ({ link }: { link: string }): Promise<number> =>
      (
        await fetch(new URL(new URL(link).pathname, service.address), {
          headers: { accept: 'text/html' },
          redirect: 'manual',
        })
      ).status
    assert.deepEqual([await status(earlier), await status(later)], [404, 200])
  })

  test('organization: what was set is what the API shows', async () => {
    await run('organization', 'set', '--plan', 'professional', '--stage', 'trial', '--name', 'Acme Lisbon')
    const { name, plan, stage } = (await ask(pathOf(first.organization))).resource
    assert.deepEqual({ name, plan, stage }, { name: 'Acme Lisbon', plan: 'professional', stage: 'trial' })
    const { collection } = await run('organization', 'list')
    assert.deepEqual(
      collection.map((organization: Json) => [organization.uri, organization.owner]),
      [[first.organization.uri, first.owner.email]],
    )
  })

  test('member: added, changed, made the owner and removed, the API shows it; a token acts for the one it was made for', async () => {
    const added = await run(
      'member',
      'add',
      '--email',
      'colleague@acme.test',
      '--name',
      'Demo Colleague',
      '--role',
      'admin',
      '--timezone',
      'Asia/Kolkata',
    )
    assert.match(added.password, /^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/)
    const { role, user } = (await ask(pathOf(added.resource))).resource
    assert.deepEqual(
      { role, email: user.email, timezone: user.timezone },
      { role: 'admin', email: 'colleague@acme.test', timezone: 'Asia/Kolkata' },
    )

    const here = ['--email', 'colleague@acme.test']
    const changes = [
      '--name',
      'Another Colleague',
      '--slug',
      'another',
      '--timezone',
      'Asia/Tokyo',
      '--time-notation',
      '24h',
      '--locale',
      'uk',
    ]
    await run('member', 'set', ...here, ...changes, '--avatar', 'https://pictures.test/a.png')
    const changed = (await ask(pathOf(added.resource))).resource.user
    assert.deepEqual(
      [changed.name, changed.slug, changed.timezone, changed.time_notation, changed.locale, changed.avatar_url],
      ['Another Colleague', 'another', 'Asia/Tokyo', '24h', 'uk', 'https://pictures.test/a.png'],
    )
    await run('member', 'set', ...here, '--avatar', 'none')
    assert.equal((await ask(pathOf(added.resource))).resource.user.avatar_url, null)
    assert.match(await refusal('member', 'set', ...here, '--slug', 'login'), /is reserved/)

    await run('member', 'role', '--email', 'colleague@acme.test', '--role', 'user')
    assert.equal((await ask(pathOf(added.resource))).resource.role, 'user')
    assert.deepEqual(
      (await run('member', 'list', '--role', 'user')).collection.map((member: Json) => member.user.email),
      ['colleague@acme.test'],
    )

    const few = await run(
      'token',
      'create',
      '--email',
      'colleague@acme.test',
      '--name',
      'Few',
      '--scopes',
      'users:read locations:read',
    )
    assert.equal((await ask('/users/me', few.token)).resource.email, 'colleague@acme.test')
    assert.equal((await ask('/groups', few.token)).title, 'Insufficient scope')
    const all = await run('token', 'create', '--email', 'colleague@acme.test', '--name', 'All', '--all-scopes')
    assert.deepEqual(all.resource.scope.split(' '), scopes)
    const legacy = await run('token', 'create', '--name', 'Old', '--legacy')
    assert.equal(legacy.resource.scope, 'default')
    assert.equal((await service.ask('/groups', legacy.token)).status, 200)

    assert.deepEqual(
      (await run('token', 'list', '--email', 'colleague@acme.test')).collection.map(({ name }: Json) => name),
      ['Few', 'All'],
    )
    assert.equal((await run('token', 'list')).collection.length, 4)
    await run('token', 'revoke', '--id', few.resource.uuid)
    assert.equal((await service.ask('/users/me', few.token)).status, 401)

    await run('organization', 'transfer', '--to', 'colleague@acme.test')
    assert.equal((await ask(pathOf(added.resource))).resource.role, 'owner')
    await run('organization', 'transfer', '--to', first.owner.email)
    await run('member', 'remove', '--email', 'colleague@acme.test')
    assert.equal((await service.ask('/users/me', all.token)).status, 401)
    assert.equal((await ask(pathOf(added.resource))).message, 'This user is not in your organization')
  })

  test('the organization of a removed member is not meant; of several that were set up one must be named, by an option or the setting', async () => {
    // The member who was removed above has an organization of their own.
    assert.equal((await run('organization', 'list')).collection.length, 2)
    assert.equal((await run('member', 'list')).collection.length, 1)
    await run('init', '--email', 'second@acme.test', '--name', 'Demo Second', '--organization', 'Acme Porto')
    assert.match(
      await refusal('member', 'list'),
      /^There are several organizations\. Choose one with --organization, or set OPENSLOT_ORGANIZATION: "Acme Lisbon" \([^)]*\), "Acme Porto" \([^)]*\)\.$/,
    )
    const membersIn = async (environment: Readonly<Record<string, string>>, ...words: string[]): Promise<string[]> => {
      const { stdout } = await runCommand(['member', 'list', ...words, '--json'], { ...settings, ...environment })
      return JSON.parse(stdout).collection.map(({ user }: Json) => user.email)
    }
    const porto = { OPENSLOT_ORGANIZATION: 'Acme Porto' }
    assert.deepEqual(await membersIn(porto), ['second@acme.test'])
    assert.deepEqual(await membersIn(porto, '--organization', 'Acme Lisbon'), [first.owner.email])
  })

  test('invitation: made, sent again, accepted, declined and revoked, the API shows it', async () => {
    const here = ['--organization', 'Acme Lisbon']
    const invited = await run('invitation', 'create', '--email', 'hire@acme.test', ...here)
    assert.equal((await ask(pathOf(invited.resource))).resource.status, 'pending')
    assert.equal((await run('invitation', 'link', '--email', 'hire@acme.test', ...here)).link, invited.link)
    const renewed = await run('invitation', 'resend', '--email', 'hire@acme.test', ...here)
    assert.notEqual(renewed.link, invited.link)
    assert.match(
      await refusal('invitation', 'accept', '--code', invited.link, '--name', 'Demo Hire'),
      /^No pending invitation has this code/,
    )
    const accepted = await run(
      'invitation',
      'accept',
      '--code',
      renewed.link,
      '--name',
      'Demo Hire',
      '--timezone',
      'Europe/Lisbon',
    )
    assert.equal((await ask(pathOf(invited.resource))).resource.user, accepted.resource.user.uri)

    const second = await run('invitation', 'create', '--email', 'other@acme.test', ...here)
    await run('invitation', 'decline', '--code', second.link.split('/').at(-1))
    assert.equal((await ask(pathOf(second.resource))).resource.status, 'declined')
    const third = await run('invitation', 'create', '--email', 'other@acme.test', ...here)
    await run('invitation', 'revoke', '--email', 'other@acme.test', ...here)
    assert.equal((await service.ask(pathOf(third.resource), first.token)).status, 404)
    assert.deepEqual(
      (await run('invitation', 'list', ...here)).collection.map(({ status }: Json) => status),
      ['accepted', 'declined'],
    )
  })

  test('password and email: links that work, on pages', async () => {
    const statusOf = async (link: string): Promise<number> =>
      (await fetch(link, { headers: { accept: 'text/html' } })).status
    const first = await run('password', 'reset', '--email', 'hire@acme.test')
    assert.equal(await statusOf(first.link), 200)
    const second = await run('password', 'reset', '--email', 'HIRE@acme.test', '--remove-second-factor')
    assert.deepEqual(
      [await statusOf(first.link), await statusOf(second.link), second.second_factor_removed],
      [404, 200, false],
    )
    assert.match(
      await refusal('password', 'reset', '--email', 'nobody@acme.test'),
      /^No account has the address nobody@acme\.test/,
    )

    const change = await run('email', 'change', '--email', 'hire@acme.test', '--to', 'hire@acme.example')
    assert.equal(await statusOf(change.link), 200)
    assert.match(
      await refusal('email', 'change', '--email', 'hire@acme.test', '--to', 'OWNER@openslot.test'),
      /^An account with the address/,
    )
  })

  test('group: added members are in it, removed ones are not, and a deleted group is gone', async () => {
    const here = ['--organization', first.organization.uri.split('/').at(-1)]
    const { resource: group } = await run('group', 'create', '--name', 'Sales', ...here)
    await run('group', 'rename', '--group', 'sales', '--name', 'European sales', ...here)
    assert.equal((await ask(pathOf(group))).resource.name, 'European sales')
    await run('invitation', 'create', '--email', 'pending@acme.test', ...here)
    await run('group', 'add', '--group', 'European sales', '--email', 'hire@acme.test', '--admin', ...here)
    await run('group', 'add', '--group', 'European sales', '--email', 'hire@acme.test', ...here)
    await run('group', 'add', '--group', 'European sales', '--email', 'pending@acme.test', ...here)
    const people = async () =>
      (await ask(`/group_relationships?group=${group.uri}`)).collection.map(({ role, owner }: Json) => [
        owner.user?.email ?? owner.email,
        role,
      ])
    assert.deepEqual(await people(), [
      ['hire@acme.test', 'admin'],
      ['hire@acme.test', 'member'],
      ['pending@acme.test', 'member'],
    ])
    assert.deepEqual((await run('group', 'list', ...here)).collection[0].people.length, 3)
    await run('group', 'remove', '--group', 'European sales', '--email', 'hire@acme.test', '--admin', ...here)
    await run('group', 'remove', '--group', 'European sales', '--email', 'pending@acme.test', ...here)
    assert.deepEqual(await people(), [['hire@acme.test', 'member']])
    assert.equal(
      await refusal('group', 'remove', '--group', 'European sales', '--email', 'pending@acme.test', ...here),
      'pending@acme.test is not a member of the group "European sales".',
    )
    await run('group', 'delete', '--group', 'European sales', ...here)
    assert.equal((await service.ask(pathOf(group), first.token)).status, 404)
  })

  test('team: added members are in it, removed ones are not, and a deleted team is gone', async () => {
    const here = ['--organization', 'Acme Lisbon']
    const { resource: team } = await run('team', 'create', '--name', 'Support', ...here)
    await run('team', 'rename', '--team', 'Support', '--name', 'First line', ...here)
    assert.equal((await ask(pathOf(team))).resource.name, 'First line')
    await run('team', 'add', '--team', 'First line', '--email', 'hire@acme.test', ...here)
    const ofHire = async (): Promise<number> =>
      (await run('team', 'list', '--email', 'hire@acme.test', ...here)).collection.length
    assert.equal(await ofHire(), 1)
    await run('team', 'remove', '--team', 'First line', '--email', 'hire@acme.test', ...here)
    assert.equal(await ofHire(), 0)
    await run('team', 'delete', '--team', 'First line', ...here)
    assert.equal((await service.ask(pathOf(team), first.token)).status, 404)
  })

  test('booking: made, moved and canceled, the API shows it; a time that is taken is refused', async () => {
    const here = ['--organization', 'Acme Lisbon']
    const always = JSON.stringify(
      ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((wday) => ({
        type: 'wday',
        wday,
        intervals: [{ from: '00:00', to: '24:00' }],
      })),
    )
    await run(
      'schedule',
      'set',
      '--email',
      first.owner.email,
      '--name',
      'Always',
      '--timezone',
      'UTC',
      '--rules',
      always,
      '--default',
      ...here,
    )
    const { resource: call } = await run('event-type', 'create', '--name', 'Booked call', '--active', 'yes', ...here)
    const { resource: class_ } = await run(
      'event-type',
      'create',
      '--name',
      'Booked class',
      '--kind',
      'group',
      '--seats',
      '5',
      '--active',
      'yes',
      ...here,
    )
    const at = (hours: number): string =>
      `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 13)}:00:00Z`
    const person = (name: string) => [
      '--name',
      name,
      '--email',
      `${name.toLowerCase().replaceAll(' ', '.')}@client.test`,
    ]

    const booked = await run(
      'booking',
      'create',
      '--event-type',
      call.slug,
      '--start',
      at(48),
      ...person('Demo Invitee'),
      '--timezone',
      'Asia/Tokyo',
      '--more',
      '{"event_guests": ["boss@client.test"]}',
      ...here,
    )
    const event = (await ask(pathOf({ uri: booked.resource.event }))).resource
    assert.deepEqual([booked.resource.timezone, event.status, event.event_guests.length], ['Asia/Tokyo', 'active', 1])
    assert.equal(booked.resource.scheduling_method, 'instant_book', 'a host books for somebody')
    assert.match(
      await refusal('booking', 'create', '--event-type', call.slug, '--start', at(48), ...person('Demo Late'), ...here),
      /^That start time has been filled\.$/,
    )
    const eventId = event.uri.split('/').at(-1)
    const moved = await run(
      'booking',
      'reschedule',
      '--event',
      eventId,
      '--start',
      at(72),
      '--reason',
      'Train',
      ...here,
    )
    assert.deepEqual(
      moved.collection.map(({ old_invitee }: Json) => old_invitee),
      [booked.resource.uri],
    )
    assert.match(
      await refusal('booking', 'reschedule', '--event', eventId, '--start', at(96), ...here),
      /^Event is already canceled/,
    )

    for (const name of ['Demo One', 'Demo Two'])
      await run('booking', 'create', '--event-type', class_.slug, '--start', at(50), ...person(name), ...here)
    const listed = async (...words: string[]) =>
      (await run('booking', 'list', ...words, ...here)).collection.map(({ name, status }: Json) => [name, status])
    assert.deepEqual(await listed(), [
      ['Booked call', 'canceled'],
      ['Booked class', 'active'],
      ['Booked call', 'active'],
    ])
    assert.deepEqual(await listed('--status', 'active', '--from', at(60), '--host', first.owner.email), [
      ['Booked call', 'active'],
    ])
    assert.deepEqual(await listed('--invitee-email', 'DEMO.one@client.test', '--to', at(60)), [
      ['Booked class', 'active'],
    ])
    const [group] = (await run('booking', 'list', '--invitee-email', 'demo.one@client.test', ...here)).collection
    const groupId = group.uri.split('/').at(-1)
    const { collection: both } = await run('booking', 'reschedule', '--event', groupId, '--start', at(98), ...here)
    assert.deepEqual(both.map(({ name }: Json) => name).sort(), ['Demo One', 'Demo Two'])
    assert.equal((await ask(pathOf(group))).resource.status, 'canceled')
    const later = { uri: both[0].event }
    const [one] = (await ask(`${pathOf(later)}/invitees`)).collection
    await run('booking', 'cancel', '--invitee', one.uri.split('/').at(-1), '--reason', 'Ill', ...here)
    assert.deepEqual((await ask(pathOf(later))).resource.invitees_counter, { total: 2, active: 1, limit: 5 })
    await run('booking', 'cancel', '--event', later.uri.split('/').at(-1), ...here)
    assert.equal((await ask(pathOf(later))).resource.status, 'canceled')
    assert.equal((await runCommand(['booking', 'cancel', ...here], settings)).code, 2)
    for (const { slug } of [call, class_]) await run('event-type', 'delete', '--event-type', slug, ...here)
  })

  test('event-type, schedule and conference: what was made and changed is what the API shows', async () => {
    const here = ['--organization', 'Acme Lisbon']
    const { resource: solo } = await run('event-type', 'create', '--name', 'Intro call', '--duration', '45', ...here)
    const { resource: panel } = await run(
      'event-type',
      'create',
      '--name',
      'Panel',
      '--kind',
      'collective',
      '--hosts',
      'hire@acme.test',
      '--active',
      'yes',
      ...here,
    )
    assert.equal((await ask(`/event_type_memberships?event_type=${panel.uri}`)).collection.length, 2)
    const setHosts = (slug: string, hosts: string) =>
      ['event-type', 'set', '--event-type', slug, '--hosts', hosts, ...here] as const
    const hostsOfPanel = async () => (await ask(`/event_type_memberships?event_type=${panel.uri}`)).collection.length
    await run(...setHosts('panel', ''))
    assert.equal(await hostsOfPanel(), 1, 'the owner stays')
    await run(...setHosts('panel', 'hire@acme.test:2'))
    assert.equal(await hostsOfPanel(), 2)
    assert.match(await refusal(...setHosts('panel', 'hire@acme.test:101')), /priority/)
    assert.match(
      await refusal(...setHosts('intro-call', 'hire@acme.test')),
      /^--hosts is for collective and round_robin types; "Intro call" has one host/,
    )
    const questions = JSON.stringify([{ name: 'Company', type: 'string', position: 0, required: true }])
    await run(
      'event-type',
      'set',
      '--event-type',
      'intro-call',
      '--active',
      'yes',
      '--secret',
      'yes',
      '--rules',
      '{"buffer_after": 10}',
      '--questions',
      questions,
      ...here,
    )
    const changed = (await ask(pathOf(solo))).resource
    assert.deepEqual(
      [
        changed.duration,
        changed.active,
        changed.secret,
        changed.scheduling_rules.buffer_after,
        changed.custom_questions[0].name,
      ],
      [45, true, true, 10, 'Company'],
    )
    const noted = async (note: string): Promise<string | null> =>
      (await run('event-type', 'set', '--event-type', 'intro-call', '--note', note, ...here)).resource.internal_note
    assert.deepEqual([await noted('Ask first'), await noted('')], ['Ask first', null])
    const everything = {
      description: 'Plain',
      'duration-options': '15,45',
      locations: '[{"kind": "zoom_conference"}, {"kind": "outbound_call"}]',
      color: '#0b6b5d',
      locale: 'de',
      timezone: 'Asia/Tokyo',
      'name-format': 'first_and_last',
      reminders: '1440,60',
      'redirect-url': 'https://acme.test/thanks',
      'admin-managed': 'yes',
      position: '3',
    }
    const words = Object.entries(everything).map(([option, value]) => `--${option}=${value}`)
    await run('event-type', 'set', '--event-type', 'intro-call', ...words, ...here)
    const { resource: set } = await ask(pathOf(solo))
    assert.deepEqual(
      [
        set.description_plain,
        set.duration_options,
        set.locations.length,
        set.color,
        set.locale,
        set.redirect_url,
        set.name_format,
        set.reminders,
      ],
      ['Plain', [15, 45], 2, '#0b6b5d', 'de', 'https://acme.test/thanks', 'first_and_last', [1440, 60]],
    )
    assert.deepEqual([set.admin_managed, set.position], [true, 3])
    const unset = await run('event-type', 'set', '--event-type', 'intro-call', '--locale', 'browser', ...here)
    assert.equal(unset.resource.locale, 'en', 'what the API shows where nobody has set one')
    const asked = await run(
      'event-type',
      'create',
      '--name',
      'Asked',
      '--questions',
      questions,
      '--secret',
      'yes',
      ...words,
      ...here,
    )
    assert.deepEqual(
      [asked.resource.custom_questions.length, asked.resource.secret, asked.resource.color],
      [1, true, '#0b6b5d'],
    )
    await refusal('event-type', 'create', '--name', 'Refused', '--questions', '[{"name": ""}]', ...here)
    const names = (await run('event-type', 'list', ...here)).collection.map(({ name }: Json) => name)
    assert.ok(names.includes('Asked') && !names.includes('Refused'))
    const booking = ['--start', 'next', '--name', 'Demo Invitee', '--email', 'invitee@client.test', ...here]
    const unplaced = await runCommand(['booking', 'create', '--event-type', 'asked', ...booking], settings)
    assert.match(unplaced.stderr, /Choose one with --location: zoom_conference, outbound_call\./)
    await run('event-type', 'set', '--event-type', 'asked', '--active', 'yes', '--questions', '[]', ...here)
    const { collection: open } = await run('booking', 'times', '--event-type', 'asked', '--days', '14', ...here)
    const { resource: booked } = await run(
      'booking',
      'create',
      '--event-type',
      'asked',
      '--location',
      'zoom_conference',
      ...booking,
    )
    const { start_time } = (await ask(new URL(booked.event).pathname)).resource
    assert.equal(Date.parse(start_time), Date.parse(open[0].start_time))
    await run('event-type', 'delete', '--event-type', 'asked', ...here)
    assert.match(
      await refusal('event-type', 'set', '--event-type', 'nothing', '--active', 'no', ...here),
      /^No event type has the slug or id "nothing"/,
    )

    const ofHire = async (): Promise<string[]> => {
      const [{ user }] = (await ask('/organization_memberships?email=hire@acme.test')).collection
      return (await ask(`/event_types?user=${user.uri}`)).collection.map(({ name }: Json) => name)
    }
    assert.deepEqual(await ofHire(), ['Panel'])
    await run('event-type', 'share', '--event-type', 'intro-call', '--email', 'hire@acme.test', ...here)
    assert.deepEqual(await ofHire(), ['Intro call', 'Panel'])
    await run('event-type', 'unshare', '--event-type', 'intro-call', '--email', 'hire@acme.test', ...here)
    assert.deepEqual(await ofHire(), ['Panel'])
    await run('event-type', 'delete', '--event-type', 'panel', ...here)
    assert.deepEqual(
      (await run('event-type', 'list', ...here)).collection.map(({ name }: Json) => name),
      ['Intro call'],
    )

    const rules = JSON.stringify([{ type: 'wday', wday: 'monday', intervals: [{ from: '18:00', to: '21:00' }] }])
    await run(
      'schedule',
      'set',
      '--email',
      'hire@acme.test',
      '--name',
      'Evenings',
      '--timezone',
      'Asia/Tokyo',
      '--rules',
      rules,
      '--default',
      ...here,
    )
    const { collection } = await run('schedule', 'list', '--email', 'hire@acme.test', ...here)
    assert.deepEqual(
      collection.map(({ name, timezone, default: is }: Json) => [name, timezone, is]),
      [
        ['Evenings', 'Asia/Tokyo', true],
        ['Working hours', collection[1].timezone, false],
      ],
    )

    await run('event-type', 'create', '--name', 'By hire', '--email', 'hire@acme.test', ...here)
    const which = ['--email', 'hire@acme.test', '--name', 'Evenings', ...here]
    const { resource: off } = await run('schedule', 'dates', ...which, '--from', '2026-12-21', '--to', '2026-12-22')
    assert.deepEqual(
      off.rules.slice(7).map(({ date, intervals }: { date: string; intervals: object[] }) => [date, intervals.length]),
      [
        ['2026-12-21', 0],
        ['2026-12-22', 0],
      ],
    )
    assert.equal(
      (await run('schedule', 'dates', ...which, '--from', '2026-12-21', '--hours', '10:00-12:00')).resource.rules[7]
        .intervals.length,
      1,
    )
    assert.equal(
      (await run('schedule', 'dates', ...which, '--from', '2026-12-21', '--to', '2026-12-22', '--usual')).resource.rules
        .length,
      7,
    )
    assert.ok(
      (await run('schedule', 'holidays', ...which, '--country', 'PT')).holidays.some(
        ({ name }: { name: string }) => name === 'Natal',
      ),
    )
    assert.match(
      await refusal(
        'schedule',
        'dates',
        '--email',
        'hire@acme.test',
        '--name',
        'Nights',
        '--from',
        '2026-12-21',
        ...here,
      ),
      /Working hours, Evenings|Evenings/,
    )
    await run('schedule', 'set', '--email', 'hire@acme.test', '--name', 'Spare', ...here)
    assert.equal(
      (await run('schedule', 'delete', '--email', 'hire@acme.test', '--name', 'Spare', ...here)).deleted,
      'Spare',
    )

    const { resource: hours } = await run(
      'event-type',
      'hours',
      '--event-type',
      'by-hire',
      '--email',
      'hire@acme.test',
      '--schedule',
      'Working hours',
      ...here,
    )
    assert.deepEqual([hours.name, hours.default], ['Working hours', false])

    const { resource: link } = await run('link', 'create', '--event-type', 'intro-call', ...here)
    assert.equal(link.owner, solo.uri)
    assert.match(link.booking_url, /\/d\/[0-9a-f]{8}-[a-z2-7]{26}\/intro-call$/)
    const terms = JSON.stringify({ duration_options: [15, 30], period_type: 'moving', max_booking_time: 10_080 })
    const { resource: shared } = await run(
      'link',
      'share',
      '--event-type',
      'intro-call',
      '--name',
      'Short call',
      '--duration',
      '15',
      '--terms',
      terms,
      ...here,
    )
    const { name, duration, max_booking_time } = shared.share_override
    assert.deepEqual([name, duration, max_booking_time], ['Short call', 15, 10_080])
    const notice = JSON.stringify({ min_booking_time: 60 })
    const { resource: sooner } = await run(
      'link',
      'change-share',
      '--share',
      shared.uri.split('/').at(-1),
      '--terms',
      notice,
      ...here,
    )
    assert.deepEqual(sooner.share_override, { ...shared.share_override, min_booking_time: 60 })
    assert.deepEqual((await run('link', 'shares', ...here)).collection, [sooner])
    await run('link', 'delete-share', '--share', shared.uri.split('/').at(-1), ...here)
    assert.deepEqual((await run('link', 'shares', ...here)).collection, [])
    const dates = JSON.stringify({ type: 'days_in_future', days: 10, only_weekdays: true })
    const { resource: once } = await run(
      'link',
      'one-off',
      '--name',
      'Intro call',
      '--hosts',
      'hire@acme.test',
      '--dates',
      dates,
      ...here,
    )
    assert.deepEqual((await ask(pathOf(once))).resource, once)
    assert.deepEqual([once.type, once.pooling_type, once.slug], ['AdhocEventType', 'collective', 'intro-call'])
    assert.match(await refusal('link', 'create', '--event-type', 'by-hire', ...here), /must be an active event type/)

    const connected = async (): Promise<string[]> => {
      const [{ user }] = (await ask('/organization_memberships?email=hire@acme.test')).collection
      return (await ask(`/locations?user=${user.uri}`)).collection
        .filter(({ connected }: Json) => connected)
        .map(({ kind }: Json) => kind)
    }
    await run(
      'conference',
      'set',
      '--email',
      'hire@acme.test',
      '--kind',
      'zoom_conference',
      '--url',
      'https://meet.acme.test/{uuid}',
      ...here,
    )
    assert.deepEqual(await connected(), ['zoom_conference'])
    await run('conference', 'remove', '--email', 'hire@acme.test', '--kind', 'zoom_conference', ...here)
    assert.deepEqual(await connected(), [])
  })

  test('webhooks: where messages go, what became of them, and again', async () => {
    const here = ['--organization', 'Acme Lisbon']
    const receiver = await aReceiver()
    const body = {
      url: receiver.url,
      events: ['event_type.created'],
      organization: first.organization.uri,
      scope: 'organization',
    }
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' }
    const made = await fetch(`${service.address}/webhook_subscriptions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { resource: hook }: Json = await made.json()
    await run('event-type', 'create', '--name', 'Announced', ...here)
    // What earlier tests made may be announced only now.
    const received = () => receiver.received.filter(({ body: { payload } }) => payload.name === 'Announced')
    await eventually('the message came', () => received().length === 1)
    assert.deepEqual((await run('webhooks', 'list', ...here)).collection, [hook])
    const [message] = received()
    const deliveries = async (): Promise<Json[]> =>
      (await run('webhooks', 'deliveries', '--status', 'delivered', ...here)).collection
    const settled = async (): Promise<Json> => (await deliveries()).find(({ uuid }) => uuid === message?.id)
    await eventually('it is settled', async () => (await settled()) !== undefined)
    const { uuid, event, attempts, outcome } = await settled()
    assert.deepEqual(
      { uuid, event, attempts, outcome },
      { uuid: message?.id, event: 'event_type.created', attempts: 1, outcome: 'answered 204' },
    )
    assert.deepEqual(await run('webhooks', 'replay', '--delivery', uuid, ...here), { replayed: 1 })
    await eventually('it came again', () => received().length === 2)
    assert.deepEqual([received()[1]?.id, received()[1]?.text], [message?.id, message?.text])
    const shown = await runCommand(['webhooks', 'deliveries', ...here], settings)
    assert.match(shown.stdout, new RegExp(`${uuid}.*event_type\\.created`))
    assert.match(await refusal('webhooks', 'replay', '--delivery', hook.uri.slice(-36), ...here), /no such delivery/)
    const both = await runCommand(['webhooks', 'replay', '--delivery', uuid, '--subscription', uuid], settings)
    assert.deepEqual(
      [both.code, both.stderr.trim().split('\n')[0]],
      [2, 'error: Give either --delivery or --subscription.'],
    )
  })

  test('calendar connect --url -: the address of a private feed comes by a variable or standard input, and is shown nowhere', async () => {
    const feed = await aFeedServer('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
    const connect = ['calendar', 'connect', '--email', first.owner.email, '--kind', 'ics', '--url', '-']
    const missing = await runCommand(connect, settings)
    assert.deepEqual([missing.code, feed.requests.length], [2, 0], missing.stderr)
    assert.match(
      (await runCommand([...connect, '--feed', `${feed.url}/secret.ics`], settings)).stderr,
      /A secret must not be an argument/,
    )
    const byVariable = () =>
      runCommand([...connect, '--json'], { ...settings, OPENSLOT_CALENDAR_FEED: `${feed.url}/variable.ics` })
    const byInput = () => runCommand([...connect, '--json'], settings, Readable.from([`${feed.url}/input.ics\n`]))
    for (const connecting of [byVariable, byInput]) {
      const connected = await connecting()
      assert.equal(connected.code, 0, connected.stderr)
      assert.ok(!/(variable|input)\.ics/.test(`${connected.stdout}${connected.stderr}`))
      const id = JSON.parse(connected.stdout).resource.uri.split('/').at(-1)
      await run('calendar', 'disconnect', '--connection', id, '--organization', 'Acme Lisbon')
    }
    assert.deepEqual([...new Set(feed.requests.map(({ url }) => url))], ['/variable.ics', '/input.ics'])
  })

  test('calendar: connected with a password that is no argument, checked from end to end, and disconnected', async () => {
    const server = await aDavStandIn()
    const here = ['--organization', 'Acme Lisbon']
    const host = ['--email', first.owner.email]
    const withPassword = async (password: string, ...words: string[]) => {
      ran.add(words.slice(0, 2).join(' '))
      return runCommand([...words, '--json'], { ...settings, OPENSLOT_CALENDAR_PASSWORD: password })
    }
    const connect = [
      'calendar',
      'connect',
      ...host,
      '--kind',
      'caldav',
      '--url',
      server.url,
      '--username',
      server.username,
    ]
    assert.match(
      (await runCommand([...connect, '--password', 'x'], settings)).stderr,
      /A secret must not be an argument/,
    )
    const wrong = await withPassword('wrong', ...connect)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /rejected this username and password/)
    const { resource } = JSON.parse((await withPassword(server.password, ...connect)).stdout)
    const file = join(await newFolder(), 'calendar.ics')
    await writeFile(
      file,
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@test\r\nDTSTART:20300305T090000Z\r\nDTEND:20300305T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    )
    assert.equal((await run('import', 'ics', ...host, '--file', file)).events, 1)
    const [calendar] = resource.calendars
    assert.deepEqual([resource.account, calendar.name, calendar.takes_meetings], [server.username, 'Stand-in', true])

    const [connection, id] = [resource, calendar].map(({ uri }) => uri.split('/').at(-1))
    await run('calendar', 'read', '--connection', connection, ...here)
    await eventually(
      'it was read',
      async () => (await run('calendar', 'list', ...host)).collection[0].connection.state === 'fresh',
    )
    const { connections, lost } = await run('calendar', 'overview')
    assert.deepEqual([connections, lost], [1, 0])
    const { steps } = await run('calendar', 'check', '--connection', connection, ...here)
    assert.deepEqual(
      steps.map(({ ok }: Json) => ok),
      [true, true, true],
    )
    // Meanwhile the service reads the calendar and writes meetings into it; only the check deletes.
    const deleted = server.requests.filter((request) => request.startsWith('DELETE '))
    assert.equal(deleted.length, 1)
    assert.ok(
      server.requests.includes(deleted.join().replace('DELETE', 'PUT')),
      'what the check wrote is what it deleted',
    )
    server.password = 'second password'
    await withPassword('second password', 'calendar', 'password', ...host, '--connection', connection)
    assert.equal(
      (await run('calendar', 'set', ...host, '--calendar', id, '--takes-meetings', 'no')).resource.takes_meetings,
      false,
    )
    await run('calendar', 'disconnect', '--connection', connection, ...here)
    assert.deepEqual((await ask('/calendar_connections')).collection, [])
  })

  test('a refusal is one sentence that names the option, and with --json the error that the API would send', async () => {
    const words = ['member', 'add', '--email', 'not an address', '--name', 'X', '--organization', 'Acme Lisbon']
    assert.equal(await refusal(...words), '--email is in invalid format.')
    const { code, stdout, stderr } = await runCommand([...words, '--json'], settings)
    assert.deepEqual([code, stderr], [1, ''])
    const { error } = JSON.parse(stdout)
    assert.deepEqual(
      [error.status, error.title, error.details],
      [400, 'Invalid Argument', [{ parameter: 'email', message: 'is in invalid format' }]],
    )
    assert.match(
      await refusal('member', 'role', '--email', 'nobody@acme.test', '--role', 'user', '--organization', 'Acme Lisbon'),
      /^No member of "Acme Lisbon" has the address nobody@acme\.test\./,
    )
    assert.match(
      await refusal('member', 'list', '--organization', 'Acme'),
      /^No organization is named "Acme"\. The organizations are: "Acme Lisbon"/,
    )
  })

  test('organization brand: sets a colour and a logo, and takes the logo away again', async () => {
    const { resource } = await run(
      'organization',
      'brand',
      '--color',
      '#0b6b5d',
      '--logo',
      'https://acme.test/logo.png',
      '--organization',
      'Acme Lisbon',
    )
    assert.deepEqual([resource.color, resource.logo_url], ['#0b6b5d', 'https://acme.test/logo.png'])
    const { resource: bare } = await run('organization', 'brand', '--logo', '', '--organization', 'Acme Lisbon')
    assert.deepEqual([bare.color, bare.logo_url], ['#0b6b5d', null])
    assert.match(await refusal('organization', 'brand', '--color', 'red', '--organization', 'Acme Lisbon'), /color/)
    const noPicture = join(packageRoot, 'package.json')
    const wrong = '--logo-file must be a PNG, JPEG, or WebP picture.'
    assert.equal(
      await refusal('organization', 'brand', '--logo-file', noPicture, '--organization', 'Acme Lisbon'),
      wrong,
    )
    assert.match(
      await refusal('organization', 'brand', '--logo', 'logo.png', '--organization', 'Acme Lisbon'),
      /^--logo /,
    )
  })

  test('the activity log is as it was written', async () => {
    const { intact, collection } = await run('activity', 'verify')
    assert.equal(intact, true)
    assert.ok(collection.some(({ entries }: Json) => entries > 0))
  })

  test('the doctor finds nothing wrong while the service runs', async () => {
    const { healthy, findings } = await run('doctor')
    assert.equal(healthy, true, JSON.stringify(findings))
    const checks = findings.map(({ check }: Json) => check)
    for (const check of ['service', 'schema', 'secret', 'activity log', 'calendars', 'video meetings'])
      assert.ok(checks.includes(check), check)
  })

  test('health says whether the service is ready, and its exit code says it too', async () => {
    assert.deepEqual(await run('health'), { ready: true })
    const elsewhere = await runCommand(['health', '--json'], { ...settings, PORT: '1' })
    assert.deepEqual([elsewhere.code, JSON.parse(elsewhere.stdout)], [1, { ready: false }])
  })

  test('the doctor looks with the settings of the running service, not with those of the shell', async () => {
    const { stdout } = await runCommand(
      ['doctor', '--json'],
      settings.DATABASE_URL === undefined ? { ...settings, PORT: '3999' } : settings,
    )
    const messages = JSON.parse(stdout).findings.map(({ message }: Json) => message)
    assert.ok(
      messages.some((message: string) => message.includes(`port ${settings.PORT};`)),
      messages.join('\n'),
    )
    assert.ok(messages.some((message: string) => /^It (is running as process|responds at)/.test(message)))
  })

  test('the same commands work when the service does not run', async () => {
    assert.equal((await service.stop()).code, 0)
    assert.equal((await runProcess('doctor')).healthy, true)
    assert.deepEqual((await runProcess('migrate')).applied, [])
    // Two at once take turns.
    await Promise.all([
      runProcess('group', 'create', '--name', 'One', '--organization', 'Acme Lisbon'),
      runProcess('group', 'create', '--name', 'Two', '--organization', 'Acme Lisbon'),
    ])
    assert.equal((await runProcess('group', 'list', '--organization', 'Acme Lisbon')).collection.length, 2)
  })

  test('no command is without a test', async () => {
    const { stdout } = await runCommand(['--help', '--json'], {})
    const declared = JSON.parse(stdout).commands.map(({ name }: Json) => name)
    // Each in a file of its own.
    const elsewhere = [
      'start',
      'serve',
      'work',
      'init',
      'app create',
      'app list',
      'app rotate',
      'app delete',
      'export',
      'backup',
      'restore',
      'hold',
      'resume',
      'import calendly',
      'import calcom',
      'import watch',
      'move',
      'import openslot',
      'job list',
      'job retry',
      'booking requests',
      'booking accept',
      'booking decline',
      'booking waiting',
      'organization visitors',
      'booking remove-waiting',
      'message list',
      'message add',
      'message set',
      'message delete',
      'payment accounts',
      'payment connect-stripe',
      'payment connect-paypal',
      'payment connect',
      'payment check',
      'payment disconnect',
      'conference accounts',
      'conference connect',
      'conference connect-zoom',
      'conference check',
      'conference disconnect',
    ]
    const ofForms = ['create', 'list', 'show', 'set', 'publish', 'unpublish', 'delete', 'submissions'].map(
      (verb) => `routing-form ${verb}`,
    )
    assert.deepEqual(
      declared.filter((name: string) => !ran.has(name) && ![...elsewhere, ...ofForms].includes(name)),
      [],
    )
  })
})
