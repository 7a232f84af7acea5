import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { configureEventType, getEventTypeSetup } from '#event-types/index.ts'
import { removeOrganizationMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aBooking, anInviteeNamed, aSharedType, hours } from '../../support/bookings.ts'
import { aCast, aFounder, aMember, lastPart } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { signedInAs, type Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const visitor = await signedInAs(app, owner)
const plain = await signedInAs(app, colleague)

const make = async (by: Visitor, fields: Record<string, string | readonly string[]>): Promise<string> => {
  const { status, location = '', text } = await by.submit('/app/types/new', fields)
  assert.equal(status, 303, text)
  return lastPart(location.split('?')[0] ?? '')
}
const setupOf = (uuid: string) => app.run(getEventTypeSetup, owner.principal, { uuid })
const tokenOf = async (by: Visitor): Promise<string> => (await by.get('/app/types/new')).fields.form_token ?? ''
const token = await tokenOf(visitor)
const send = (path: string, fields: Record<string, string | readonly string[]> = {}) =>
  visitor.post(path, { form_token: token, ...fields })
/** As the script saves one field. */
const save = async (uuid: string, fields: Record<string, string | readonly string[]>) => {
  const { status, text } = await visitor.post(
    `/app/types/${uuid}`,
    { form_token: token, fields: Object.keys(fields), ...fields },
    { headers: { accept: 'application/json' } },
  )
  return { status, body: JSON.parse(text) }
}

describe('event types in the console', () => {
  test('the next meeting of the host is above them: when, with whom, how to join; one that is over or of others is not', async () => {
    const host = await aFounder(app)
    const reader = await signedInAs(app, host)
    const nextIn = async (): Promise<string> =>
      /<section class="next-meeting".*?<\/section>/s.exec((await reader.get('/app')).text)?.[0] ?? ''
    const type = await anEventType(app, host, {
      active: true,
      name: 'Talk',
      locations: [{ kind: 'custom', location: 'https://meet.example.test/{random}' }],
    })
    assert.equal(await nextIn(), '')
    const invitee = anInviteeNamed('Nearest')
    const { eventId } = await aBooking(app, host, type, { start_time: '2026-03-03T10:00:00Z', invitee })
    await aBooking(app, host, type, { start_time: '2026-03-03T12:00:00Z' })
    const next = await nextIn()
    assert.match(next, /<b>10:00 am<\/b><small>Tue, Mar 3<\/small>/)
    assert.ok(next.includes(`Talk with ${invitee.name}`), next)
    assert.match(next, /href="https:\/\/meet\.example\.test\/[a-z2-7]{26}"/)
    assert.ok(next.includes(`href="/app/meetings?open=${eventId}"`))
    assert.equal((await visitor.get('/app')).text.includes(invitee.name), false)
  })

  test('those that several share show their hosts, without those who left', async () => {
    const own = await aFounder(app)
    const [first, second] = [await aMember(app, own), await aMember(app, own)]
    const both = await aSharedType(app, own, 'collective', { owner: own.uri, hosts: [first, second] })
    const reader = await signedInAs(app, own)
    const hostsIn = async (): Promise<string> => {
      const { text } = await reader.get('/app')
      const row = text.slice(text.indexOf(`data-row="${lastPart(both.uri)}"`))
      return /class="hosts" title="([^"]*)"/.exec(row)?.[1] ?? ''
    }
    assert.equal(await hostsIn(), [own, first, second].map(({ name }) => name).join(', '))
    await app.run(removeOrganizationMember, own.principal, { uuid: second.membershipId })
    assert.equal(await hostsIn(), [own, first].map(({ name }) => name).join(', '))
  })

  test('all four kinds are created and bookable immediately; without a name the form keeps what was entered', async () => {
    for (const [kind, pooling] of [
      ['solo', null],
      ['group', null],
      ['collective', 'collective'],
      ['round_robin', 'round_robin'],
    ] as const) {
      const id = await make(visitor, { kind, name: `A ${kind}`, host: kind === 'solo' ? [] : [colleague.uri] })
      const { event_type: type, hosts } = await setupOf(id)
      assert.deepEqual(
        [type.active, type.pooling_type, type.kind, hosts.length],
        [true, pooling, kind === 'group' ? 'group' : 'solo', pooling ? 2 : 1],
      )
      assert.match((await visitor.get('/app')).text, new RegExp(`>A ${kind}</a>`))
    }
    const refused = await send('/app/types/new', { kind: 'collective', name: ' ', host: colleague.uri })
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(`name="host" value="${colleague.uri}" checked`), 'the hosts who were chosen')
    assert.match(
      refused.text,
      /This field is required\.[\s\S]*value="collective" checked|value="collective" checked[\s\S]*This field is required\./,
    )
  })

  test('every field saves itself: a script gets the new summaries, and a refusal in the words of the operation', async () => {
    const id = await make(visitor, { kind: 'group', name: 'Fields' })
    const saved = await save(id, { buffer_after: '10' })
    assert.equal(saved.status, 200)
    assert.equal(saved.body.texts['sum-limits'], 'Buffer after: 10 minutes · Start-time increments: 30 minutes')
    for (const fields of [
      { name: 'Renamed' },
      { durations: ['60', '15'], other_duration: '25', first_duration: '25' },
      { seats: '12' },
      { description: 'Words' },
      { color: '#7a3fc4' },
      { ahead: '14' },
      { minimum_notice: '120' },
      { secret: 'true' },
      { buffer_before: '5' },
      { start_time_increment: '15' },
      { max_per_day: '3' },
      { max_per_week: '9' },
      { name_format: 'first_and_last' },
      { reminders: ['60', '15'] },
      { redirect_url: 'https://acme.test/thanks' },
      { locale: 'uk' },
      { admin_managed: 'true' },
      { internal_note: 'For us' },
    ])
      assert.equal((await save(id, fields)).status, 200, JSON.stringify(fields))
    const { event_type: type, seats, locale } = await setupOf(id)
    const rules = type.scheduling_rules
    assert.deepEqual(
      [type.name, type.duration, type.duration_options, seats, type.description_plain, type.color],
      ['Renamed', 25, [15, 25, 60], 12, 'Words', '#7a3fc4'],
    )
    assert.deepEqual(rules, {
      ...{
        start_time_increment: 15,
        buffer_before: 5,
        buffer_after: 10,
        minimum_notice: 120,
        max_per_day: 3,
        max_per_week: 9,
      },
      booking_window: { type: 'moving', days: 14, start_date: null, end_date: null },
    })
    assert.deepEqual(
      [
        type.secret,
        type.name_format,
        type.reminders,
        type.redirect_url,
        locale,
        type.admin_managed,
        type.internal_note,
      ],
      [true, 'first_and_last', [60, 15], 'https://acme.test/thanks', 'uk', true, 'For us'],
    )
    await save(id, { color: '#123456' })
    const { text } = await visitor.get(`/app/types/${id}`)
    assert.deepEqual(
      [...text.matchAll(/name="color"[^>]*aria-label="([^"]*)"/g)].map(([, spoken]) => spoken),
      ['Blue', 'Green', 'Purple', 'Pink', 'Orange', 'Gray', 'Custom color, #123456'],
      'colors have accessible names',
    )
    const window = await save(id, {
      window_type: 'fixed',
      window_days: '',
      window_from: '2026-12-01',
      window_until: '2026-12-12',
    })
    assert.equal(window.body.texts['sum-window'], 'Dec 1, 2026 – Dec 12, 2026')
    for (const fields of [
      { max_per_day: '0' },
      { max_per_day: 'x' },
      { name: '' },
      { durations: [] },
      { redirect_url: 'javascript:alert(1)' },
      { seats: '1' },
      { color: 'red' },
      { minimum_notice: '' },
    ]) {
      const { status, body } = await save(id, fields)
      assert.equal(status, 400, JSON.stringify(fields))
      assert.ok(
        Object.values(body.errors).every((words) => typeof words === 'string' && words !== ''),
        JSON.stringify(body),
      )
    }
    await save(id, { secret: [], locale: '', internal_note: '', max_per_week: '' })
    const after = await setupOf(id)
    assert.deepEqual(
      [
        after.event_type.secret,
        after.locale,
        after.event_type.internal_note,
        after.event_type.scheduling_rules.max_per_week,
      ],
      [false, null, null, null],
    )
  })

  test('without a script the same form saves all its fields and comes back; what is refused is beside its field', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Forms' })
    const fields = ['buffer_before', 'buffer_after', 'start_time_increment', 'max_per_day', 'max_per_week']
    const sent = {
      fields,
      buffer_before: '15',
      buffer_after: '0',
      start_time_increment: '30',
      max_per_day: '2',
      max_per_week: '',
    }
    assert.equal((await send(`/app/types/${id}`, sent)).location, `/app/types/${id}`)
    const refused = await send(`/app/types/${id}`, { ...sent, max_per_day: '0' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="max_per_day-wrong">[^<]+</)
    assert.equal((await setupOf(id)).event_type.scheduling_rules.max_per_day, 2)
  })

  test('what was sent without a script and refused is in its form again, and nothing else has changed', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Sent' })
    await send(`/app/types/${id}/questions`, { name: 'Company', type: 'string' })
    const refusedWith = async (path: string, sent: Record<string, string | readonly string[]>): Promise<string> => {
      const { status, text } = await send(`/app/types/${id}${path}`, sent)
      assert.equal(status, 400, JSON.stringify(sent))
      return text
    }
    const first = await refusedWith('', {
      ...{
        fields: [
          'name',
          'durations',
          'other_duration',
          'first_duration',
          'description',
          'color',
          'schedule',
          'ahead',
          'minimum_notice',
        ],
      },
      ...{
        name: '',
        durations: ['15', '45'],
        other_duration: '9999',
        description: 'About <this>',
        color: '#123456',
        ahead: '60',
        minimum_notice: '60',
      },
    })
    assert.match(first, /value="15" checked[\s\S]*value="45" checked[\s\S]*name="other_duration" value="9999"/)
    assert.match(first, /<textarea id="description"[^>]*>About &lt;this/)
    const link = await refusedWith('', { fields: ['slug', 'secret'], slug: 'no slug', secret: 'true' })
    assert.match(link, /value="no slug"[\s\S]*id="secret" name="secret" value="true" checked/)
    const limits = await refusedWith('', {
      ...{ fields: ['buffer_before', 'buffer_after', 'start_time_increment', 'max_per_day', 'max_per_week'] },
      ...{ buffer_before: '15', buffer_after: '0', start_time_increment: '45', max_per_day: '0', max_per_week: '7' },
    })
    assert.match(limits, /id="buffer_before"[\s\S]*?<option (?:selected value="15"|value="15" selected)/)
    assert.match(
      limits,
      /<input(?=[^>]* value="0")[^>]* name="max_per_day"[\s\S]*<input(?=[^>]* value="7")[^>]* name="max_per_week"/,
    )
    for (const [type, days] of [
      ['fixed', 'x'],
      ['moving', '-1'],
      ['nonsense', ''],
    ] as const)
      assert.match(
        await refusedWith('', {
          fields: ['window_type'],
          window_type: type,
          window_days: days,
          window_from: '2026-99-99',
          window_until: '',
        }),
        /name="window_from" value="2026-99-99"/,
      )
    assert.match(
      await refusedWith('', { fields: ['redirect_url', 'locale'], redirect_url: 'ftp://a.test', locale: 'de' }),
      /value="ftp:\/\/a\.test"/,
    )
    const choices = { type: 'single_select', choices: '', include_other: 'true' }
    assert.match(await refusedWith('/questions', { name: 'How many', ...choices }), /value="How many" id="new-name"/)
    assert.match(
      await refusedWith('/questions?of=Company', { name: 'Firm', ...choices }),
      /<summary>Company<\/summary>[\s\S]*value="Firm"/,
    )
    const place = await refusedWith('/locations', { kind: 'physical', text: ' ' })
    assert.match(place, /<option (?:selected value="physical"|value="physical" selected)/)
    const { event_type: type } = await setupOf(id)
    assert.deepEqual(
      [type.name, type.secret, type.custom_questions.at(-1)?.name, type.scheduling_rules.max_per_week],
      ['Sent', false, 'Company', null],
    )
  })

  test('a section in which something was refused is open without a script, and no other', async () => {
    const [shared, own] = [
      await make(visitor, { kind: 'collective', name: 'Folded', host: [colleague.uri] }),
      await make(visitor, { kind: 'solo', name: 'Copied' }),
    ]
    await send(`/app/types/${own}/copies`, { act: 'add', user: colleague.uri })
    const openIn = (text: string): (string | undefined)[] =>
      [...text.matchAll(/<details class="fold" id="more-(\w+)" open/g)].map(([, name]) => name)
    assert.deepEqual(openIn((await visitor.get(`/app/types/${shared}`)).text), [])
    for (const [section, path, sent] of [
      ['link', '', { fields: 'slug', slug: 'no slug' }],
      ['limits', '', { fields: 'max_per_week', max_per_week: '0' }],
      [
        'window',
        '',
        { fields: 'window_type', window_type: 'fixed', window_days: '', window_from: '', window_until: '' },
      ],
      ['questions', '/questions', { name: '', type: 'string' }],
      ['hosts', '/hosts', { act: 'add', user: colleague.uri }],
      ['after', '', { fields: 'redirect_url', redirect_url: 'ftp://acme.test' }],
      ['rights', '', { fields: 'internal_note', internal_note: 'x'.repeat(20_000) }],
      ['copies', '/copies', { act: 'add', user: colleague.uri }],
    ] as const) {
      const { status, text } = await send(`/app/types/${section === 'copies' ? own : shared}${path}`, sent)
      assert.deepEqual([status, openIn(text)], [400, [section]])
      assert.match(
        text.split(`id="more-${section}"`)[1] ?? '',
        /^(?:(?!id="more-).)*?class="wrong"[^>]*>[^<]/s,
        `what is wrong is said in ${section}`,
      )
    }
    await send(`/app/types/${own}/copies`, { act: 'remove', user: colleague.uri })
  })

  test('the redirect URL must start with https or http, as the hint says', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Leads on' })
    assert.match(
      (await visitor.get(`/app/types/${id}`)).text,
      /id="redirect_url-hint">A URL that starts with https:\/\/ or http:\/\/\./,
    )
    for (const [address, status] of [
      ['https://acme.test/thanks', 200],
      ['http://intranet.test/thanks', 200],
      ['ftp://acme.test/thanks', 400],
    ] as const)
      assert.equal((await save(id, { redirect_url: address })).status, status, address)
  })

  test('switching, moving and deleting are taken back by the form that the next page shows; a copy is off', async () => {
    const [one, two] = [
      await make(visitor, { kind: 'solo', name: 'First of two' }),
      await make(visitor, { kind: 'solo', name: 'Second of two' }),
    ]
    const undo = async (location = ''): Promise<void> => {
      const { text } = await visitor.get(location)
      const form = /<div class="toast">.*?<form[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/s.exec(text)
      const fields = [...(form?.[2] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      )
      assert.equal((await visitor.post(form?.[1] ?? '', Object.fromEntries(fields))).status, 303, text)
    }
    const off = await send(`/app/types/${one}/switch`, { active: 'false' })
    assert.equal((await setupOf(one)).event_type.active, false)
    await undo(off.location)
    assert.equal((await setupOf(one)).event_type.active, true)

    const order = async () =>
      [...(await visitor.get('/app')).text.matchAll(/data-row="([^"]+)"/g)]
        .map(([, id]) => id)
        .filter((id) => id === one || id === two)
    const moved = await send(`/app/types/${two}/move`, { before: one })
    assert.deepEqual(await order(), [two, one])
    await undo(moved.location)
    assert.deepEqual(await order(), [one, two])
    await send(`/app/types/${two}/move`, { direction: 'up' })
    assert.deepEqual(await order(), [two, one])
    await send(`/app/types/${two}/move`, { direction: 'down' })
    assert.deepEqual(await order(), [one, two])

    // Others of the owner may lie between the two, listed elsewhere: they do not count.
    const between = await make(visitor, { kind: 'collective', name: 'Between two', host: [colleague.uri] })
    await send(`/app/types/${between}/move`, { before: two })
    const past = await send(`/app/types/${two}/move`, { direction: 'up' })
    assert.deepEqual(await order(), [two, one])
    await undo(past.location)
    assert.deepEqual(await order(), [one, two])

    const deleted = await send(`/app/types/${one}/delete`)
    assert.deepEqual(await order(), [two])
    await undo(deleted.location)
    assert.deepEqual([await order(), (await setupOf(one)).event_type.active], [[one, two], true])

    const { location = '' } = await send(`/app/types/${one}/duplicate`)
    const { event_type: copy } = await setupOf(lastPart(location.split('?')[0] ?? ''))
    assert.deepEqual([copy.name, copy.active], ['Copy of First of two', false])
  })

  test('an owner who is alone is led from the hosts of a type to inviting colleagues; with a colleague, to choosing them', async () => {
    const alone = await aFounder(app)
    const founder = await signedInAs(app, alone)
    const path = `/app/types/${await make(founder, { kind: 'round_robin', name: 'Whoever is free' })}`
    const link = '<a href="/app/organization">Invite colleagues</a>'
    const before = (await founder.get(path)).text
    assert.ok(before.includes(link))
    assert.equal((await founder.get('/app/organization')).status, 200)
    const { uri } = await aMember(app, alone)
    const after = (await founder.get(path)).text
    assert.ok(!after.includes(link) && after.includes(`<option value="${uri}"`))
  })

  test('a conference that is not connected needs a link, which the form says at once; Jitsi is one click', async () => {
    const host = await signedInAs(app, await aMember(app, owner))
    const id = await make(host, { kind: 'solo', name: 'Calls' })
    const path = `/app/types/${id}`
    const page = async () => (await host.get(path)).text
    const add = async (fields: Record<string, string>) =>
      host.post(`${path}/locations`, { form_token: await tokenOf(host), ...fields })
    const locations = async () => (await setupOf(id)).event_type.locations
    assert.match(await page(), /<option value="zoom_conference" class="unconnected">Zoom \(not connected\)</)

    for (const [url, text] of [
      ['', 'Enter a link. Without one, invitees can’t join the meeting.'],
      ['http://zoom.test/me', 'Enter a URL that starts with https://.'],
      ['https://zoom.test/{me}', 'Use {random} for the part that is different for each meeting.'],
    ] as const) {
      const refused = await add({ kind: 'zoom_conference', url })
      assert.equal(refused.status, 400)
      assert.ok(refused.text.includes(text), text)
      if (url !== '') assert.ok(refused.text.includes(`name="url" value="${url}"`), 'what was entered stays')
    }
    assert.equal(await locations(), null)

    assert.equal((await add({ kind: 'zoom_conference', url: 'https://zoom.test/{random}' })).status, 303)
    assert.deepEqual(await locations(), [{ kind: 'zoom_conference' }])
    assert.match(await page(), /<option value="zoom_conference"[^>]*>Zoom</)
    assert.doesNotMatch(await page(), /No video meeting link/)

    const [, kind, text] = /name="kind" value="(custom)"[\s\S]*?name="text" value="([^"]+)"/.exec(await page()) ?? []
    assert.equal((await add({ kind: kind ?? '', text: text ?? '' })).status, 303)
    assert.deepEqual((await locations())?.[1], { kind: 'custom', location: 'https://meet.jit.si/{random}' })
    assert.doesNotMatch(await page(), /Add Jitsi video call/)
  })

  test('hosts without a link are named: admins give them one, others and bulk edits are refused', async () => {
    const host = await aMember(app, owner)
    const id = await make(visitor, { kind: 'collective', name: 'Panel', host: host.uri })
    await app.run(configureEventType, owner.principal, { uuid: id, locations: [{ kind: 'webex_conference' }] })
    const missing = (text: string) => /No video meeting link for: ([^.]+)\./.exec(text)?.[1]?.split(', ').sort()
    assert.deepEqual(missing((await visitor.get(`/app/types/${id}`)).text), [owner.name, host.name].sort())
    const bulk = await send('/app/types/bulk', { type: id, kind: 'webex_conference', text: '' })
    assert.deepEqual(missing(bulk.text), [owner.name, host.name].sort())

    const fields = { kind: 'webex_conference', url: 'https://webex.test/{random}' }
    assert.equal((await send(`/app/types/${id}/locations?of=0`, fields)).status, 303)
    assert.equal(missing((await visitor.get(`/app/types/${id}`)).text), undefined)
    assert.equal((await send('/app/types/bulk', { type: id, kind: 'webex_conference', text: '' })).status, 200)
    const { conferences } = await setupOf(id)
    assert.deepEqual(
      conferences.find(({ kind }: { kind: string }) => kind === 'webex_conference'),
      {
        kind: 'webex_conference',
        hosts_without_link: [],
      },
    )
  })

  test('locations, questions, hosts, and permissions are added, edited, moved, and removed', async () => {
    const id = await make(visitor, { kind: 'round_robin', name: 'Parts', host: [] })
    const path = `/app/types/${id}`
    for (const [part, fields] of [
      ['locations', { kind: 'physical', text: 'Rua Nova 1' }],
      ['locations', { kind: 'inbound_call', text: '+351 1' }],
      ['locations', { kind: 'zoom_conference', text: 'ignored', url: 'https://zoom.test/me' }],
      ['locations', { remove: '1' }],
      ['locations?of=0', { kind: 'physical', text: 'Rua Velha 2' }],
      ['questions', { name: 'Size?', type: 'single_select', choices: 'Small\n\nLarge', include_other: 'true' }],
      [
        'questions?of=Size%3F',
        { name: 'Size?', type: 'single_select', choices: 'Small\nLarge', required: 'true', act: 'up' },
      ],
      [
        `questions?${new URLSearchParams({ of: 'Please share anything that will help prepare for our meeting.' })}`,
        { act: 'remove' },
      ],
      ['hosts', { user: colleague.uri, act: 'add' }],
      [`hosts?${new URLSearchParams({ user: colleague.uri })}`, { priority: '7' }],
      ['permissions', { user: colleague.uri, act: 'add' }],
    ] as const)
      assert.equal((await send(`${path}/${part}`, fields)).location?.split('?')[0], path, part)
    assert.match(
      (await visitor.get(path)).text,
      /If several have the same priority, the one with the fewest meetings of this type is booked\./,
    )
    const { event_type: type, hosts, permitted } = await setupOf(id)
    assert.deepEqual(type.locations, [{ kind: 'physical', location: 'Rua Velha 2' }, { kind: 'zoom_conference' }])
    assert.deepEqual(
      type.custom_questions.map(
        ({ name, required, answer_choices }: { name: string; required: boolean; answer_choices: string[] }) => [
          name,
          required,
          answer_choices,
        ],
      ),
      [['Size?', true, ['Small', 'Large']]],
    )
    assert.deepEqual(
      [hosts.find(({ user }: { user: string }) => user === colleague.uri).priority, permitted.length],
      [7, 1],
    )
    await send(`${path}/hosts`, { user: colleague.uri, act: 'remove' })
    await send(`${path}/permissions`, { user: colleague.uri, act: 'remove' })
    const after = await setupOf(id)
    assert.deepEqual([after.hosts.length, after.permitted.length], [1, 0])
    for (const [part, fields] of [
      ['locations', { kind: 'physical', text: '' }],
      ['locations', { kind: 'nowhere', text: 'x' }],
      ['locations?of=0', { kind: 'physical', text: '' }],
      ['questions', { name: '', type: 'string' }],
      ['questions?of=Size%3F', { name: '', type: 'string' }],
      ['hosts', { user: owner.uri, act: 'remove' }],
    ] as const) {
      const { status, text } = await send(`${path}/${part}`, fields)
      assert.equal(status, 400, part)
      assert.match(text, /class="wrong"[^>]*>[^<]+</)
    }
    const { text } = await send(`${path}/questions?of=Size%3F`, { name: '', type: 'string' })
    assert.match(
      text,
      /id="question-0" open(?:(?!<details).)*id="q0-name-wrong">[^<]/s,
      'beside the field of the question',
    )
    const choices = { name: 'Weight?', type: 'single_select', choices: '' }
    assert.match((await send(`${path}/questions`, choices)).text, /id="new-choices-wrong">[^<]/, 'beside the choices')
    assert.equal((await send(`${path}/questions?of=Gone`, { act: 'remove' })).status, 404, 'a question that is gone')
  })

  test('what was removed of a type is put back where it was; what another person removed, or of another type, is not', async () => {
    const id = await make(visitor, { kind: 'round_robin', name: 'Taken back', host: [colleague.uri] })
    const path = `/app/types/${id}`
    for (const text of ['Rua Nova 1', 'Rua Nova 2', 'Rua Nova 3'])
      await send(`${path}/locations`, { kind: 'physical', text })
    for (const name of ['Size?', 'Colour?']) await send(`${path}/questions`, { name, type: 'string', required: 'true' })
    await send(`${path}/permissions`, { user: colleague.uri, act: 'add' })
    const before = await setupOf(id)
    const acts = [
      ['locations', { remove: '1' }],
      ['questions?of=Size%3F', { act: 'remove' }],
      ['hosts', { user: colleague.uri, act: 'remove' }],
      ['permissions', { user: colleague.uri, act: 'remove' }],
    ] as const
    const partsOf = ({ event_type: { locations, custom_questions }, hosts, permitted }: typeof before) => ({
      ...{ locations, custom_questions, permitted },
      hosts: hosts.toSorted((one: { user: string }, other: { user: string }) => one.user.localeCompare(other.user)),
    })
    for (const [part, fields] of acts) {
      const { location = '' } = await send(`${path}/${part}`, fields)
      assert.notDeepEqual(partsOf(await setupOf(id)), partsOf(before), part)
      const { text } = await visitor.get(location)
      const [, of = ''] =
        new RegExp(`class="toast">.*action="${path}/undo".*name="of" value="([^"]+)".*Undo`, 's').exec(text) ?? []
      const other = await make(visitor, { kind: 'solo', name: `Beside ${part}` })
      assert.equal((await send(`/app/types/${other}/undo`, { of })).status, 404)
      assert.equal((await plain.post(`${path}/undo`, { form_token: await tokenOf(plain), of })).status, 404)
      assert.equal((await send(`${path}/undo`, { of })).location, path)
      assert.deepEqual(partsOf(await setupOf(id)), partsOf(before), part)
    }
  })

  test('a link without terms of its own is shown in the answer, once, and works', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Shared' })
    const { status, text, headers } = await send(`/app/types/${id}/links`, { name: ' ', duration: '', days: '' })
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
    const url = /<div class="made".*?data-copy="([^"]+)"/s.exec(text)?.[1] ?? ''
    assert.equal((await visitor.get(new URL(url).pathname)).status, 200, url)
    const panel = (await visitor.get(`/app/types/${id}?share=1`)).text
    assert.ok(!panel.includes(url))
    assert.match(
      panel,
      /calendly-inline-widget[\s\S]*<iframe [^>]*src="[^"]+\?embed_type=Inline"[\s\S]*Calendly\.initPopupWidget/,
    )
  })

  test('a link with terms of its own is listed, edited, and deleted; errors are shown at the field, with what was typed; only one-on-one types have such links', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'On terms' })
    const panel = `/app/types/${id}?share=1`
    const linkIn = (text: string): string =>
      new URL(/<b class="grow">For you.*?data-copy="([^"]+)"/s.exec(text)?.[1] ?? 'http://none.test/none').pathname
    const { location = '' } = await send(`/app/types/${id}/links`, {
      name: 'For you',
      duration: '45',
      days: '7',
      notice: '2',
    })
    const made = (await visitor.get(location)).text
    assert.match(made, /For you.*>Active<.*Link created/s)
    assert.match((await visitor.get(linkIn(made))).text, /For you.*45 minutes/s)
    const [, share = ''] = /links\/([\w-]+)\/delete/.exec(made) ?? []
    for (const [of, field, fields] of [
      ['new', 'duration', { duration: '0' }],
      ['new', 'days', { name: 'Sooner', days: '0' }],
      ['new', 'notice', { name: 'Later', notice: '-1' }],
      [share, 'duration', { name: 'For her', duration: '0' }],
    ] as const) {
      const refused = await send(`/app/types/${id}/links${of === share ? `/${share}` : ''}`, fields)
      assert.equal(refused.status, 400)
      const wrong = [...refused.text.matchAll(/id="(\w+-[\w-]+)-wrong">[^<]+</g)].map(([, at]) => at)
      assert.deepEqual(wrong, [`${field}-${of}`])
      for (const typed of Object.values(fields)) assert.ok(refused.text.includes(`value="${typed}"`), typed)
    }
    await send(`/app/types/${id}/links/${share}`, { name: 'For you two', duration: '20' })
    assert.match((await visitor.get(linkIn((await visitor.get(panel)).text))).text, /For you two.*20 minutes/s)
    await send(`/app/types/${id}/links/${share}/delete`, {})
    assert.doesNotMatch((await visitor.get(panel)).text, /For you/)
    assert.equal((await visitor.get(linkIn(made))).status, 404)
    const group = await make(visitor, { kind: 'group', name: 'Together' })
    assert.doesNotMatch((await visitor.get(`/app/types/${group}?share=1`)).text, /name="notice"/)
    assert.equal((await send(`/app/types/${group}/links`, { name: 'For you' })).status, 400)
  })

  test('members get copies that only admins change and that follow their type; a copy keeps its address and is taken back', async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Onboarding' })
    const path = `/app/types/${id}`
    const mine = async (): Promise<Record<string, unknown>[]> => {
      const { body } = await app.ask('GET /event_types', {
        token: colleague.token,
        query: { user: colleague.uri, admin_managed: 'true' },
      })
      return body.collection
    }
    await send(`${path}/copies`, { act: 'add', user: colleague.uri })
    const [copy] = await mine()
    assert.deepEqual([copy?.name, copy?.slug, copy?.active], ['Onboarding', 'onboarding', true])
    assert.match((await visitor.get(path)).text, /1 member.*action="[^"]+\/copies"/s)
    assert.equal((await send(`${path}/copies`, { act: 'add', user: colleague.uri })).status, 400, 'twice')
    assert.equal((await send(`${path}/copies`, { act: 'add', user: outsider.uri })).status, 404)

    const saved = await save(id, { name: 'Welcome call', color: '#c2366b' })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const [followed] = await mine()
    assert.deepEqual([followed?.name, followed?.slug, followed?.color], ['Welcome call', 'onboarding', '#c2366b'])
    await app.ask(`PATCH /event_types/${id}`, { token: owner.token, body: { duration: 45, duration_options: null } })
    assert.equal((await mine())[0]?.duration, 45)
    const copyPath = `/app/types/${lastPart(String(copy?.uri))}`
    const shownToMember = await plain.get(copyPath)
    assert.match(shownToMember.text, /Managed event type\. Its settings come from.*Welcome call/s)
    assert.doesNotMatch(shownToMember.text, /data-save=/)
    assert.doesNotMatch((await visitor.get(copyPath)).text, /action="[^"]+\/copies"/)
    assert.equal(
      (await send(`${copyPath}/copies`, { act: 'add', user: owner.uri })).status,
      400,
      'a copy has no copies',
    )

    await send(`${path}/copies`, { act: 'remove', user: colleague.uri })
    assert.deepEqual(await mine(), [])
    const shared = await make(visitor, { kind: 'round_robin', name: 'Shared out', host: colleague.uri })
    assert.doesNotMatch((await visitor.get(`/app/types/${shared}`)).text, /Managed event type/)
  })

  test("403: a plain user sees a colleague's type and can change nothing of it; their list has only their own", async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Not yours' })
    const { text } = await plain.get(`/app/types/${id}`)
    assert.doesNotMatch(text, /data-save=/)
    const form_token = await tokenOf(plain)
    for (const act of [
      '',
      '/switch',
      '/move',
      '/duplicate',
      '/delete',
      '/locations',
      '/questions',
      '/hosts',
      '/permissions',
      '/links',
      '/copies',
    ])
      assert.equal(
        (
          await plain.post(`/app/types/${id}${act}`, {
            form_token,
            fields: 'name',
            name: 'Mine',
            type: 'string',
            kind: 'outbound_call',
            user: owner.uri,
            duration: '30',
            days: '3',
          })
        ).status,
        403,
        act,
      )
    assert.doesNotMatch((await plain.get('/app')).text, /Not yours/)
    assert.equal((await setupOf(id)).event_type.name, 'Not yours')
  })

  test("a colleague's type says who may change it, and offers links only to those who may create them", async () => {
    const id = await make(visitor, { kind: 'solo', name: 'Shared with some' })
    const offered = async (by: Visitor): Promise<boolean> =>
      (await by.get(`/app/types/${id}?share=1`)).text.includes(`action="/app/types/${id}/links"`)
    assert.deepEqual([await offered(visitor), await offered(plain)], [true, false])
    await send(`/app/types/${id}/permissions`, { act: 'add', user: colleague.uri })
    assert.ok(await offered(plain))
    await send(`/app/types/${id}/permissions`, { act: 'remove', user: colleague.uri })
    assert.ok(!(await offered(plain)))

    const said = async (): Promise<string | undefined> =>
      /<p class="note warn">.*?<\/svg>([^<]*)/.exec((await plain.get(`/app/types/${id}`)).text)?.[1]
    assert.equal(await said(), `Only ${owner.name} and your organization’s owners and admins can edit this event type.`)
    await save(id, { admin_managed: 'true' })
    assert.equal(await said(), 'Only owners and admins of your organization can edit this event type.')
  })

  test('a type whose owner was removed is marked, is turned off, and can only be deleted', async () => {
    const leaving = await aMember(app, owner)
    const id = await make(await signedInAs(app, leaving), { kind: 'solo', name: 'Left behind' })
    const row = async (): Promise<string> =>
      new RegExp(`data-row="${id}".*?</li></ul></details></li>`, 's').exec((await visitor.get('/app')).text)?.[0] ?? ''
    const offered = ['/switch', '/duplicate', 'data-copy', 'class="chooses"', '/delete', 'Owner removed'] as const
    const shown = async () =>
      (await row().then((text) => offered.filter((one) => text.includes(one)))) as readonly string[]
    assert.deepEqual(await shown(), ['/switch', '/duplicate', 'data-copy', 'class="chooses"', '/delete'])
    assert.equal((await app.ask(`DELETE ${leaving.membershipUri}`, { token: owner.token })).status, 204)
    assert.deepEqual(await shown(), ['/delete', 'Owner removed'])
    assert.match(await row(), /data-row="[^"]+"/)
    const editor = await visitor.get(`/app/types/${id}`)
    assert.deepEqual(
      [
        editor.status,
        editor.text.includes('The owner is no longer in your organization'),
        editor.text.includes('name="duration'),
      ],
      [200, true, false],
    )
    const { items } = JSON.parse((await visitor.get('/app/palette', { headers: { accept: 'application/json' } })).text)
    assert.ok(!items.some(({ label }: { label: string }) => label.includes('Left behind')))
    for (const page of [
      '/app/meetings/new',
      (await visitor.submit('/app/forms', { name: 'Leads nowhere' })).location ?? '',
    ]) {
      assert.doesNotMatch((await visitor.get(page)).text, /<(?:option|a)[^>]*>Left behind/, page)
    }
    assert.equal((await send(`/app/types/${id}/delete`)).status, 303)
    assert.equal(await row(), '')
  })

  test('types with the same name show their owners: in the palette, when booking for someone, and in routing forms', async () => {
    const alone = await aFounder(app, 'First Host')
    const founder = await signedInAs(app, alone)
    await make(founder, { kind: 'solo', name: 'Same' })
    await make(await signedInAs(app, await aMember(app, alone, { name: 'Second Host' })), {
      kind: 'solo',
      name: 'Same',
    })
    await make(founder, { kind: 'solo', name: 'Other' })
    const { location: form = '' } = await founder.submit('/app/forms', { name: 'Leads' })
    const { text: palette } = await founder.get('/app/palette', { headers: { accept: 'application/json' } })
    const lists = [palette, (await founder.get('/app/meetings/new')).text, (await founder.get(form)).text]
    for (const text of lists) {
      const named = (name: string): boolean =>
        text.includes(`>${name}</option>`) || text.includes(`>${name}</a>`) || text.includes(`"label":"${name}"`)
      assert.deepEqual(['Same (First Host)', 'Same (Second Host)', 'Same', 'Other'].map(named), [
        true,
        true,
        false,
        true,
      ])
    }
  })

  test('hostile text is text', async () => {
    const hostile = '"><script>alert(1)</script><img src=x>'
    const id = await make(visitor, { kind: 'solo', name: hostile })
    await save(id, { description: hostile })
    await send(`/app/types/${id}/questions`, { name: hostile, type: 'string' })
    for (const path of ['/app', `/app/types/${id}?share=1`, `/app?q=${encodeURIComponent(hostile)}`])
      assert.doesNotMatch((await visitor.get(path)).text, /<script>|<img/)
  })
})

describe('several at once, and what is next', () => {
  test('bulk editing reports the outcome for each type and keeps fields that were not changed', async () => {
    const ids = [
      await make(visitor, { kind: 'solo', name: 'Several one' }),
      await make(visitor, { kind: 'group', name: 'Several two' }),
    ]
    const theirs = await make(plain, { kind: 'solo', name: 'Several theirs' })
    const path = '/app/types/bulk'
    const page = await visitor.get(`${path}?${new URLSearchParams(ids.map((id) => ['type', id]))}`)
    for (const name of ['Several one', 'Several two']) assert.ok(page.text.includes(name))
    const [, schedule = ''] = /name="schedule".*?<option[^>]*value="(http[^"]+)"/s.exec(page.text) ?? []
    assert.notEqual(schedule, '')
    const fields = {
      active: 'false',
      minimum_notice: '120',
      buffer_before: '',
      buffer_after: '15',
      kind: 'physical',
      text: 'Rua Nova 1',
    }
    const changed = await send(path, { type: ids, ...fields, schedule })
    assert.equal(changed.text.split('Updated').length - 1, 2)
    for (const id of ids) {
      const { event_type: type } = await setupOf(id)
      assert.deepEqual(
        [
          type.active,
          type.scheduling_rules.minimum_notice,
          type.scheduling_rules.buffer_before,
          type.scheduling_rules.buffer_after,
        ],
        [false, 120, 0, 15],
      )
      assert.deepEqual(type.locations, [{ kind: 'physical', location: 'Rua Nova 1' }])
    }
    // A place without an address is wrong for all of them, and said once, beside its field.
    const nowhere = await send(path, { type: ids, kind: 'physical', text: ' ' })
    assert.ok(nowhere.text.includes('id="text-wrong">This field is required.<'))
    assert.equal(nowhere.text.split('This field is required.').length - 1, 1)
    // Someone else's schedule cannot be used for this host: that type shows an error, the other one is changed.
    const mixed = await send(path, { type: [theirs, ids[0] ?? ''], schedule })
    assert.ok(mixed.text.includes('Updated') && mixed.text.includes('You’re not a host of this event type'))
    const refused = await plain.post(path, { form_token: await tokenOf(plain), type: ids, active: 'true' })
    assert.ok(refused.text.includes('Select event types in the list first.'))
    assert.equal((await setupOf(ids[0] ?? '')).event_type.active, false)
  })

  test('Undo restores what a bulk edit changed, custom hours too, and nothing that was changed since', async () => {
    const ids = [
      await make(visitor, { kind: 'solo', name: 'Undone one' }),
      await make(visitor, { kind: 'solo', name: 'Undone two' }),
    ]
    const [first = '', second = ''] = ids
    await send(`/app/types/${second}/locations`, { kind: 'physical', text: 'Before' })
    const rules = [{ type: 'wday', wday: 'tuesday', intervals: [{ from: '10:00', to: '11:00' }] }]
    await app.ask('PATCH /event_type_availability_schedules', {
      token: owner.token,
      body: {
        event_type: (await setupOf(second)).event_type.uri,
        availability_rule: { timezone: 'Europe/Lisbon', rules },
      },
    })
    const stateOf = async (id: string) => {
      const { event_type: type, hosts } = await setupOf(id)
      return {
        active: type.active,
        locations: type.locations,
        rules: type.scheduling_rules,
        hours: hosts.map((host: { schedule: { name: string } | null }) => host.schedule?.name ?? 'own'),
      }
    }
    const before = [await stateOf(first), await stateOf(second)]
    assert.deepEqual(before[1]?.hours, ['own'])
    const path = '/app/types/bulk'
    const page = await visitor.get(`${path}?${new URLSearchParams(ids.map((id) => ['type', id]))}`)
    const [, schedule = ''] = /name="schedule".*?<option[^>]*value="(http[^"]+)"/s.exec(page.text) ?? []
    const changed = await send(path, {
      type: ids,
      active: 'false',
      minimum_notice: '120',
      buffer_before: '',
      buffer_after: '15',
      kind: 'custom',
      text: 'Elsewhere',
      schedule,
    })
    assert.match(changed.text, /2 event types updated/)
    assert.notDeepEqual((await stateOf(second)).hours, ['own'])
    const [, of = ''] = /class="toast".*?name="of" value="([^"]+)"/s.exec(changed.text) ?? []
    // What was not changed by it is not taken back.
    assert.equal((await save(first, { name: 'Renamed since' })).status, 200)
    assert.equal(
      (await plain.post(path, { form_token: await tokenOf(plain), of })).status,
      404,
      'it is for the one who changed them',
    )
    const undone = await send(path, { of })
    assert.equal(undone.text.split('>Restored<').length - 1, 2)
    assert.deepEqual([await stateOf(first), await stateOf(second)], before)
    assert.equal((await setupOf(first)).event_type.name, 'Renamed since')
    // Nothing chosen, nothing changed: nothing to take back.
    assert.doesNotMatch((await send(path, { type: ids })).text, /class="toast"/)
  })

  test('many are chosen in the list, which leads to an address of theirs, and changed, and Undo takes all of it back, however much there was', async () => {
    const places = () =>
      Array.from({ length: 8 }, () => ({ kind: 'custom', location: randomBytes(120).toString('hex') }))
    const ids: string[] = []
    while (ids.length < 6) {
      const id = await make(visitor, { kind: 'solo', name: `Many ${ids.length}` })
      await app.run(configureEventType, owner.principal, { uuid: id, locations: places() })
      ids.push(id)
    }
    const placesOf = () => Promise.all(ids.map(async (id) => (await setupOf(id)).event_type.locations))
    const before = await placesOf()
    const path = '/app/types/bulk'
    const { location = '' } = await send(path, { type: ids, begin: 'yes' })
    assert.equal(location, `${path}?${ids.map((id) => `type=${id}`).join('&')}`)
    const tooMany = await send(path, {
      type: [...ids, ...Array.from({ length: 200 }, () => randomUUID())],
      begin: 'yes',
    })
    for (const { status, text } of [await visitor.get(location), tooMany])
      assert.deepEqual([status, text.split('name="type"').length - 1], [200, 6])
    assert.deepEqual(await placesOf(), before, 'choosing changes nothing')
    const changed = await send(path, { type: ids, kind: 'custom', text: 'Elsewhere' })
    assert.ok((await placesOf()).every((places) => JSON.stringify(places).includes('Elsewhere')))
    const [, of = ''] = /class="toast".*?name="of" value="([^"]+)"/s.exec(changed.text) ?? []
    assert.equal((await send(path, { of })).text.split('>Restored<').length - 1, 6)
    assert.deepEqual(await placesOf(), before)
  })

  test('changing the link closes the old page; 400: a link that is taken or malformed', async () => {
    const [id, other] = [
      await make(visitor, { kind: 'solo', name: 'Old address' }),
      await make(visitor, { kind: 'solo', name: 'Other address' }),
    ]
    const { slug: taken } = (await setupOf(other)).event_type
    const before = new URL((await setupOf(id)).event_type.scheduling_url).pathname
    assert.equal((await visitor.get(before)).status, 200)
    for (const [slug, words] of [
      [taken ?? '', 'Choose another'],
      ['two words', 'hyphen'],
    ] as const) {
      const { status, body } = await save(id, { slug })
      assert.equal(status, 400)
      assert.match(body.errors.slug, new RegExp(words, 'i'))
    }
    assert.equal((await save(id, { slug: 'New-Address' })).status, 200)
    const after = new URL((await setupOf(id)).event_type.scheduling_url).pathname
    assert.match(after, /\/new-address$/)
    assert.deepEqual([(await visitor.get(before)).status, (await visitor.get(after)).status], [404, 200])
  })

  test('the list begins with the next meeting of its reader, and with what is left of the first run', async () => {
    const id = await make(plain, { kind: 'solo', name: 'Next call' })
    assert.ok(!(await plain.get('/app')).text.includes('Next call with'))
    const booked = await aBooking(app, colleague, (await setupOf(id)).event_type, { start_time: hours()() })
    const { text } = await plain.get('/app')
    assert.ok(
      text.includes(`Next call with ${booked.invitee.name}`) && text.includes(`/app/meetings?open=${booked.eventId}`),
    )
    assert.ok(!(await visitor.get('/app')).text.includes('Next call with'))
    assert.ok(text.includes('Connect your calendar') && !text.includes('Invite colleagues'))
    const alone = await signedInAs(app, await aFounder(app))
    assert.ok((await alone.get('/app')).text.includes('Invite colleagues'))
  })
})
