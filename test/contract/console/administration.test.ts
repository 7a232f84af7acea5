// seconds: 3
// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentOf, factNames } from '#activity/catalogue.ts'
import { entryText } from '#console/organization/entry-texts.ts'
import { addGroupMember, addTeamMember, createGroup, createTeam, renameTeam } from '#organizations/index.ts'
import { activityTexts } from '../../../languages/console/activity.ts'
import { assertStatus } from '../../support/answers.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast, lastPart, putOnPlan } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aFeed, aFeedServer } from '../../support/feed-server.ts'
import { queueJobs } from '../../support/jobs.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await mailApp({ settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' } })
const { owner, admin, colleague, outsider, organization } = await aCast(app)
const visitor = await signedInAs(app, owner)
const groups = '/app/organization/groups'
const send = (path: string, fields: Record<string, string> = {}, by = visitor) =>
  by.submit(path, fields, { page: groups })
const shown = async (path: string): Promise<string> => (await visitor.get(path)).text
const nextHour = hours()

for (const kind of ['groups', 'teams'] as const)
  test(`${kind} are made, renamed, filled, emptied and deleted; what is refused is said there`, async () => {
    const path = `/app/organization/${kind}`
    const idOf = async (): Promise<string> =>
      new RegExp(`${path}/([\\w-]+)/rename`).exec(await shown(groups))?.[1] ?? ''
    assert.match((await send(path, { name: 'Sales' })).location ?? '', /done=created/)
    const again = await send(path, { name: 'Sales' })
    assert.deepEqual([again.status, again.text.includes('value="Sales"')], [400, true])
    const one = `${path}/${await idOf()}`
    /** Sends the form that the page offers to take an act back. */
    const undo = async (location: string | undefined): Promise<string | undefined> => {
      const [, action = '', inputs = ''] =
        /class="toast">.*?action="([^"]+)"[^>]*>(.*?)<button/s.exec(await shown(location ?? '')) ?? []
      const fields = Object.fromEntries(
        [...inputs.matchAll(/name="(\w+)" value(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
      )
      return (await send(action, { ...fields })).location
    }
    const { location: renamed } = await send(`${one}/rename`, { name: 'Support' })
    assert.ok((await shown(groups)).includes('<b>Support</b>'))
    await undo(renamed)
    assert.ok((await shown(groups)).includes('<b>Sales</b>'))
    await send(`${one}/members`, { person: colleague.membershipId, role: 'admin' })
    const [, member = ''] =
      new RegExp(`${one}/members/remove.*?name="person" value="([^"]+)"`).exec(await shown(groups)) ?? []
    assert.ok((await shown(groups)).includes('1 member') || kind === 'groups', 'an admin of a group is no member of it')
    assert.equal((await send(`${one}/members`, { person: colleague.membershipId, role: 'admin' })).status, 400, 'twice')
    const isEmpty = async (): Promise<boolean> => (await shown(groups)).includes('No members yet.')
    const { location: removed } = await send(`${one}/members/remove`, { person: member })
    assert.equal(await isEmpty(), true)
    const back = await undo(removed)
    assert.equal(await isEmpty(), false)
    assert.ok(kind === 'teams' || (await shown(groups)).includes('Group admin'), 'in the same role')
    await undo(back)
    assert.equal(await isEmpty(), true)
    assert.equal((await send(`${one}/delete`, {}, await signedInAs(app, outsider))).status, 404)
    await send(`${one}/delete`)
    assert.equal(await idOf(), '')
  })

test('a group that was deleted comes back with its members, its admin and who is invited, and a team at the same address; not by what somebody else sealed', async () => {
  const undoOf = async (location: string | undefined): Promise<{ readonly action: string; readonly of: string }> => {
    const [, action = '', of = ''] =
      /class="toast">.*?action="([^"]+)"[^>]*>.*?name="of" value="([^"]*)"/s.exec(await shown(location ?? '')) ?? []
    return { action, of }
  }
  const invited = await app.ask(`POST ${organization}/invitations`, {
    token: owner.token,
    body: { email: 'later@client.test' },
  })
  const group = await app.run(createGroup, owner.principal, { name: 'Field sales' })
  const add = (person: object, role: 'member' | 'admin') =>
    app.run(addGroupMember, owner.principal, { group: group.uri, role, ...person })
  await add({ membership: colleague.membershipUri }, 'admin')
  await add({ membership: admin.membershipUri }, 'member')
  const relationship = await add({ invitation: invited.body.resource.uri }, 'member')
  const peopleIn = async (name: string): Promise<string[]> => {
    const [, part = ''] = new RegExp(`<b>${name}</b>(.*?)</details>`, 's').exec(await shown(groups)) ?? []
    const people = [...part.matchAll(/class="name">([^<]+)<.span>((?: *<span class="chip">[^<]+<.span>)*)/g)].map(
      ([, who, notes = '']) =>
        `${who}${notes
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/ +/g, ' ')
          .trimEnd()}`,
    )
    return people.sort()
  }
  const before = await peopleIn('Field sales')
  assert.deepEqual(before, [admin.name, `${colleague.name} Group admin`, 'later@client.test Invited'])

  const { location: out } = await send(`/app/organization/groups/${lastPart(group.uri)}/members/remove`, {
    person: lastPart(relationship.uri),
  })
  const [, action = '', fields = ''] =
    /class="toast">.*?action="([^"]+)"[^>]*>(.*?)<button/s.exec(await shown(out ?? '')) ?? []
  await send(
    action,
    Object.fromEntries(
      [...fields.matchAll(/name="(\w+)" value(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
  assert.deepEqual(await peopleIn('Field sales'), before, 'who is invited is put back, too')

  const undo = await undoOf((await send(`/app/organization/groups/${lastPart(group.uri)}/delete`)).location)
  assert.deepEqual(await peopleIn('Field sales'), [])
  assert.equal(
    (await send(undo.action, { of: undo.of }, await signedInAs(app, admin))).status,
    404,
    'sealed for the member who deleted it',
  )
  assert.equal((await send('/app/organization/teams/restore', { of: undo.of })).status, 404, 'sealed for a group')
  assert.match((await send(undo.action, { of: undo.of })).location ?? '', /done=restored/)
  assert.deepEqual(await peopleIn('Field sales'), before)
  assert.equal((await send(undo.action, { of: undo.of })).status, 400, 'there is one of this name')

  const team = await app.run(createTeam, owner.principal, { name: 'First name' })
  await app.run(renameTeam, owner.principal, { uuid: lastPart(team.uri), name: 'Second name' })
  await app.run(addTeamMember, owner.principal, { team: team.uri, membership: colleague.membershipUri })
  const undoTeam = await undoOf((await send(`/app/organization/teams/${lastPart(team.uri)}/delete`)).location)
  await send(undoTeam.action, { of: undoTeam.of })
  assert.deepEqual(await peopleIn('Second name'), [colleague.name])
  assert.ok((await shown(groups)).includes(`href="${team.scheduling_url}"`), 'the link of the team works on')
})

test('a test mail goes to the one who asks, at once; what the server says to it is shown; 403 for members', async () => {
  const path = '/app/organization/mail/test'
  const received = await app.mailDuring(async () => {
    const { location = '' } = await send(path)
    assert.ok((await shown(location)).includes(`Test email sent to ${owner.email}.`))
  })
  assert.deepEqual(received.map(recipientOf), [owner.email])
  assert.equal((await send(path, {}, await signedInAs(app, admin))).status, 303)
  assert.equal((await (await signedInAs(app, colleague)).submit(path, {}, { page: '/account' })).status, 403)
  assert.ok(
    (await shown('/app/organization/mail?done=failed&of=535')).includes(
      'The mail server didn’t accept the test email (535).',
    ),
  )
})

test('before a meeting is moved, the page says who gets an email, guests included; a deletion counts meetings of guests too', async () => {
  const type = await anEventType(app, admin, { active: true, name: 'Moved' })
  const [invitee, guest] = [anInviteeNamed(), 'brought@client.test']
  const { eventId, inviteeId } = await aBooking(app, admin, type, {
    start_time: hours()(),
    invitee,
    event_guests: [guest],
  })
  assert.ok(
    (await shown(`/app/meetings/${eventId}/move/${inviteeId}`)).includes(
      `2 people get an email: ${invitee.email}, ${guest}`,
    ),
  )
  const asked = await send('/app/organization/privacy/guests', { emails: guest.toUpperCase() })
  assert.match(asked.text, /This affects 1 meeting, 1 invitee\.</)
})

test('the activity log says which settings of an event type were changed, and when the meeting is whose notes were', async () => {
  const type = await anEventType(app, owner, { active: true, name: 'Traceable' })
  const changes = { internal_note: 'new', scheduling_rules: { max_per_day: 3 } }
  assertStatus(await app.ask(`PATCH /event_types/${type.id}`, { token: owner.token, body: changes }), 200)
  const start = nextHour()
  const { eventId } = await aBooking(app, owner, type, { start_time: start })
  const notes = { meeting_notes_plain: 'Confidential' }
  assertStatus(await app.ask(`PATCH /scheduled_events/${eventId}`, { token: owner.token, body: notes }), 200)
  await app.work()
  const [, row = ''] =
    /Event types: changed[^<]*<small>([^<]*Traceable[^<]*)</s.exec(await shown('/app/organization/activity')) ?? []
  assert.match(row, /^Traceable · [^·]+, [^·]+$/)
  const query = { organization, sort: 'occurred_at:desc', count: '100' }
  const { body } = await app.ask('GET /activity_log_entries', { token: owner.token, query })
  const entry = (action: string) => body.collection.find((one: { action: string }) => one.action === action).details
  assert.deepEqual(entry('One-on-One_Modified').changed, ['internal_note', 'scheduling_rules.max_per_day'])
  assert.equal(Date.parse(entry('Notes_Modified').start_time), Date.parse(start))
  assert.ok(!JSON.stringify(body).includes('Confidential'))
})

test('activity, sent mail, erasure with its record, and the export: for owners and admins, the export for owners', async () => {
  const type = await anEventType(app, owner, { active: true, name: 'Audit' })
  const invitee = anInviteeNamed()
  const elsewhere = anInviteeNamed()
  await aBooking(app, owner, type, { start_time: nextHour(), invitee })
  await aBooking(app, outsider, await anEventType(app, outsider, { active: true }), {
    start_time: hours()(),
    invitee: elsewhere,
  })
  await app.work()

  const found = await shown('/app/organization/activity?q=audit')
  assert.ok(found.includes('Event types: created (one-on-one)') && !found.includes('Members: '))
  assert.ok(
    (await shown('/app/organization/activity?q=member')).includes('Members: member added'),
    'by words that are shown and not stored',
  )
  assert.equal((await visitor.get('/app/organization/activity?q=(')).status, 400)
  assert.match(
    await shown('/app/organization/activity?q=nowhere'),
    /No entries match your search\. <a href="\/app\/organization\/activity">Show all</,
  )
  const paged = await shown('/app/organization/activity')
  assert.ok(paged.includes('Members: '))

  const mails = await shown('/app/organization/mail?status=sent')
  assert.ok(mails.includes(invitee.email) && mails.includes('Audit with ') && !mails.includes(elsewhere.email))
  assert.ok(!(await shown('/app/organization/mail?status=failed')).includes(invitee.email))
  const searched = async (q: string): Promise<boolean> =>
    (await shown(`/app/organization/mail?q=${encodeURIComponent(q)}`)).includes(invitee.email)
  assert.deepEqual(
    [
      await searched(invitee.email.toUpperCase()),
      await searched('audit with'),
      await searched('100%'),
      await searched('_'),
    ],
    [true, true, false, false],
  )
  const [, mail = ''] = new RegExp(`id="mail-([\\w-]{36})"(?:(?!<li).)*<span>${invitee.email}<`, 's').exec(mails) ?? []
  const read = `/app/organization/mail?open=${mail}`
  assert.match(await shown(read), /class="mail-text">[^<]*confirmed\.\nAudit\n/)
  assert.deepEqual(
    [
      (await (await signedInAs(app, colleague)).get(read)).status,
      (await (await signedInAs(app, outsider)).get(read)).status,
    ],
    [403, 404],
  )

  const wrong = await send('/app/organization/privacy/guests', { emails: 'no address' })
  assert.deepEqual([wrong.status, wrong.text.includes('no address</textarea>')], [400, true])
  assert.equal(
    (await send('/app/organization/privacy/meetings', { first: '2031-01-01', last: '2031-01-02' })).status,
    400,
  )
  assert.equal((await send('/app/organization/privacy/meetings', { first: '', last: 'x' })).status, 400)
  const asked = await send('/app/organization/privacy/guests', {
    emails: `${invitee.email.toUpperCase()}\nnobody@client.test`,
  })
  assert.deepEqual(
    [asked.status, /This affects 1 meeting, 1 invitee\.</.test(asked.text), asked.text.includes(invitee.email)],
    [200, true, true],
  )
  const askedDays = await send('/app/organization/privacy/meetings', { first: '2020-01-01', last: '2020-01-02' })
  assert.deepEqual([askedDays.status, /This affects 0 meetings, 0 invitees\.</.test(askedDays.text)], [200, true])
  assert.match(await shown('/app/organization/privacy'), /No deletion requests yet/)
  await send('/app/organization/privacy/guests', { emails: invitee.email, confirmed: 'yes' })
  assert.match(await shown('/app/organization/privacy'), /1 person.*Requested by.*In progress/s)
  await app.work()
  const record = await shown('/app/organization/privacy')
  assert.match(record, /1 person.*Completed on.*Request ID: [\w-]{36}/s)
  assert.ok(!record.includes(invitee.email))
  assert.ok(!(await shown('/app/organization/mail')).includes(invitee.email))

  const exported = await send('/app/organization/export')
  const lines = exported.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.match(String(exported.headers['content-disposition']), /^attachment; /)
  assert.ok(lines[0].openslot === 'export' && lines.at(-1).end)
  assert.ok(exported.text.includes('Audit') && exported.text.includes(colleague.email), 'what it has, and who is in it')
  for (const [what, text] of Object.entries({
    'an invitee of another organization': elsewhere.email,
    'a member of another organization': outsider.email,
    passwords: 'password',
    bytes: '"\\\\x',
  }))
    assert.ok(!exported.text.includes(text), what)
  const useless = [
    'idempotency_keys',
    'jobs',
    'activity_chains',
    'activity_log',
    'calendar_items',
    'calendar_channels',
    'busy_spans',
    'unavailable_spans',
  ]
  assert.deepEqual(
    useless.filter((table) => table in lines.at(-1).rows),
    [],
    'what is of no use elsewhere',
  )

  await app.work()
  assert.equal((await shown('/app/organization/activity?q=exported')).split('data exported').length - 1, 1)

  const others = ['groups', 'activity', 'mail', 'privacy'].map((one) => `/app/organization/${one}`)
  const [plain, helper] = [await signedInAs(app, colleague), await signedInAs(app, admin)]
  for (const path of others)
    assert.deepEqual([(await plain.get(path)).status, (await helper.get(path)).status], [403, 200], path)
  const exporting = [plain, helper].map((one) => one.submit('/app/organization/export', {}, { page: '/account' }))
  assert.deepEqual(
    (await Promise.all(exporting)).map(({ status }) => status),
    [403, 403],
  )
  assert.equal((await send('/app/organization/privacy/guests', { emails: invitee.email }, plain)).status, 403)
})

test('403: what the organization leaves to its owner and admins, members cannot do: in pages and over the API; the switch is taken back', async () => {
  const rules = '/app/organization/rules'
  const plain = await signedInAs(app, colleague)
  const set = async (right: string, isOn: boolean) => {
    const { location = '' } = await visitor.submit(rules, { [right]: String(isOn) })
    assert.match((await visitor.get(location)).text, new RegExp(`name="${right}" value="${!isOn}"[\\s\\S]*Undo`))
  }
  const { id: schedule } = (
    await app.ask('GET /user_availability_schedules', { token: colleague.token, query: { user: colleague.uri } })
  ).body.collection.map(({ uri }: { uri: string }) => ({ id: uri.split('/').at(-1) }))[0]
  const type = await anEventType(app, colleague, { active: true, name: 'Before the rules' })
  const feed = await aFeedServer(aFeed('10'))
  const form = { page: '/account' }
  const acts: Readonly<Record<string, readonly (() => Promise<{ readonly status: number }>)[]>> = {
    create_event_types: [
      () => app.ask('POST /event_types', { token: colleague.token, body: { owner: colleague.uri, name: 'Mine' } }),
      () => plain.get('/app/types/new'),
      () => plain.submit('/app/types/new', { kind: 'group', name: 'Mine' }, form),
      () => plain.submit(`/app/types/${type.id}/duplicate`, {}, form),
    ],
    change_hours: [
      () => plain.submit(`/app/availability/${schedule}/hours`, { 'monday-shown': 'yes' }, form),
      () =>
        app.ask('PATCH /event_type_availability_schedules', {
          token: colleague.token,
          query: { event_type: type.uri },
          body: { availability_rule: { timezone: 'UTC', rules: [] } },
        }),
    ],
    connect_calendars: [
      () =>
        app.ask('POST /calendar_connections', {
          token: colleague.token,
          body: { kind: 'ics', url: `${feed.url}/a.ics` },
        }),
    ],
  }
  for (const [right, tries] of Object.entries(acts)) {
    await set(right, false)
    for (const act of tries) assert.equal((await act()).status, 403, `${right}: ${act}`)
    await set(right, true)
    for (const act of tries) assert.ok((await act()).status < 400, `${right}: ${act}`)
  }
  await set('create_event_types', false)
  assert.ok(!(await plain.get('/app')).text.includes('href="/app/types/new" data-key'))
  assert.equal(
    (await app.ask('POST /event_types', { token: admin.token, body: { owner: colleague.uri, name: 'From above' } }))
      .status,
    201,
  )
  assert.equal((await plain.submit(rules, { create_event_types: 'true' }, form)).status, 403)
})

test('the activity page says how many jobs of the organization were set aside, and nothing of those of others', async () => {
  const { database } = app.context
  const isShown = async (): Promise<boolean> =>
    (await shown('/app/organization/activity')).includes('while running them: 1.')
  for (const { principal } of [outsider, owner]) {
    assert.equal(await isShown(), false)
    const { organizationId } = principal
    const [subject = ''] = await queueJobs(database, app.clock.now(), organizationId, 'nobody does it', 'nowhere', 1)
    const crashed = { crashes: 3, set_aside_at: app.clock.now() }
    await database.write((tx) => tx.updateTable('jobs').set(crashed).where('subject_id', '=', subject).execute())
  }
  assert.equal(await isShown(), true)
})

test('403: a tab that the plan forbids says so, and the others are there', async () => {
  await putOnPlan(app, owner.principal.organizationId, 'teams')
  for (const tab of ['activity', 'mail', 'privacy']) {
    const { status, text } = await visitor.get(`/app/organization/${tab}`)
    assert.deepEqual(
      [status, text.includes('This requires the Enterprise plan,'), text.includes('href="/app/organization/rules"')],
      [403, true, true],
      tab,
    )
  }
})

test('every entry of the log has its words in every language, with the kind of an event type', () => {
  for (const texts of Object.values(activityTexts))
    for (const name of factNames)
      for (const subject of [
        {},
        { role: 'admin' },
        { kind: 'group' },
        { type: 'AdhocEventType' },
        { pooling_type: 'collective' },
        { pooling_type: 'round_robin' },
      ]) {
        const { namespace, action } = contentOf(name, subject)
        assert.ok(Object.hasOwn(texts.namespaces, namespace), namespace)
        if (name.startsWith('event_type.') && namespace === 'Event_Type')
          assert.match(entryText(texts, namespace, action), / \(.+\)$/)
        else assert.ok(Object.hasOwn(texts.actions, action), action)
      }
  assert.equal(entryText(activityTexts.de, 'User_Management', 'Invitation_Sent'), 'Mitglieder: Einladung gesendet')
  assert.equal(entryText(activityTexts.en, 'Later', 'Not_Known'), 'Later: Not Known')
})
