import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  assertAlike,
  assertAnswer,
  assertStatus,
  denied,
  invalidArgument,
  notFound,
  resourceOf,
} from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider } = cast

const create = (token: string, body: object) => app.ask('POST /event_types', { token, body })

const firstQuestion = {
  name: 'Please share anything that will help prepare for our meeting.',
  type: 'text',
  position: 0,
  enabled: true,
  required: false,
  answer_choices: [],
  include_other: false,
}

describe('POST /event_types', () => {
  test('201: a one-on-one type with every default, every key and no other, and its Location', async () => {
    const answer = await create(colleague.token, { owner: colleague.uri, name: 'Intro call' })
    assertStatus(answer, 201)
    const { uri, scheduling_url, ...rest } = resourceOf(answer)
    assert.equal(answer.headers.location, uri)
    assert.match(scheduling_url, /\/colleague-[^/]+\/intro-call$/)
    assert.deepEqual(rest, {
      name: 'Intro call',
      active: false,
      slug: 'intro-call',
      duration: 30,
      duration_options: null,
      kind: 'solo',
      pooling_type: null,
      type: 'StandardEventType',
      color: '#0069ff',
      created_at: '2026-03-02T10:00:00.000000Z',
      updated_at: '2026-03-02T10:00:00.000000Z',
      internal_note: null,
      is_paid: false,
      description_plain: null,
      description_html: null,
      profile: { type: 'User', name: colleague.name, owner: colleague.uri },
      secret: false,
      booking_method: 'instant',
      custom_questions: [firstQuestion],
      deleted_at: null,
      admin_managed: false,
      locations: null,
      position: 0,
      locale: 'en',
      booking_rules: { approval: null, email_confirmation: false, payment: null, waiting_list: null },
      scheduling_rules: {
        start_time_increment: 30,
        buffer_before: 0,
        buffer_after: 0,
        minimum_notice: 240,
        booking_window: { type: 'moving', days: 60, start_date: null, end_date: null },
        max_per_day: null,
        max_per_week: null,
      },
      start_time_increment: 30,
      before_buffer: 0,
      after_buffer: 0,
      redirect_url: null,
      name_format: 'combined',
      reminders: [1440, 60],
    })
    assert.deepEqual(resourceOf(await app.ask(`GET ${uri}`, { token: owner.token })), { uri, scheduling_url, ...rest })
  })

  test('201: every setting is stored', async () => {
    const locations = [
      { kind: 'zoom_conference' },
      { kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' },
      { kind: 'inbound_call', phone_number: '+351210000000' },
    ]
    const rules = {
      start_time_increment: 15,
      buffer_before: 5,
      buffer_after: 10,
      minimum_notice: 0,
      booking_window: { type: 'fixed', days: null, start_date: '2026-04-01', end_date: '2026-04-15' },
      max_per_day: 3,
      max_per_week: 9,
    }
    const said = {
      name: 'Product demo',
      active: true,
      duration: 45,
      duration_options: [30, 45],
      locations,
      color: '#8247f5',
      locale: 'de',
      scheduling_rules: rules,
      redirect_url: 'https://acme.test/thanks',
      name_format: 'first_and_last',
      reminders: [30],
    }
    const made = resourceOf(
      await create(owner.token, { ...said, owner: owner.uri, description: 'See <b>it</b>', uri: 'x' }),
    )
    for (const [name, value] of Object.entries(said)) assert.deepEqual(made[name], value, name)
    assert.equal(made.description_plain, 'See it')
    assert.equal(made.description_html, 'See <b>it</b>')
    assert.equal(made.slug, 'product-demo')
  })

  test('400: what cannot be set is named, and nothing is made', async () => {
    const before = await inventoryOf(app, cast.organizationId)
    const body = {
      owner: owner.uri,
      name: 'Product demo',
      slug: 'mine',
      custom_questions: [],
      secret: true,
      position: 7,
      kind: 'group',
    }
    const names = ['slug', 'kind', 'secret', 'custom_questions', 'position']
    assertAnswer(
      await create(owner.token, body),
      400,
      invalidArgument(...names.map((name) => [name, 'cannot be changed'] as const)),
    )
    assert.deepEqual(await inventoryOf(app, cast.organizationId), before)
  })

  test('201: a redirect with non-ASCII characters is stored as a URI, and a valid URI as it was written', async () => {
    const kept = async (redirect_url: string) =>
      resourceOf(await create(owner.token, { owner: owner.uri, name: 'Redirected', redirect_url })).redirect_url
    assert.deepEqual(
      await Promise.all(
        ['https://acme.test', 'https://acme.test/größe?a=|b 100%#é', 'https://bücher.test/[1]?%C3%BC'].map(kept),
      ),
      [
        'https://acme.test',
        'https://acme.test/gr%C3%B6%C3%9Fe?a=%7Cb%20100%25#%C3%A9',
        'https://xn--bcher-kva.test/%5B1%5D?%C3%BC',
      ],
    )
  })

  test('201: an admin makes types for anyone; it is not admin-managed by that', async () => {
    const made = resourceOf(await create(admin.token, { owner: colleague.uri, name: 'For a colleague' }))
    assert.equal(made.profile.owner, colleague.uri)
    assert.equal(made.admin_managed, false)
  })

  test('201: the same name twice gets another slug; a name of signs only gets one too', async () => {
    const slugs = []
    for (const name of ['Same', 'Same', '!!!'])
      slugs.push(resourceOf(await create(owner.token, { owner: owner.uri, name })).slug)
    assert.deepEqual(slugs, ['same', 'same-2', 'meeting'])
  })

  test('201: read-only fields are taken where the new type will have them; 400 where it will not', async () => {
    const wanted = {
      kind: 'solo',
      type: 'StandardEventType',
      secret: false,
      is_paid: false,
      deleted_at: null,
      booking_method: 'instant',
      slug: 'as-shown',
    }
    for (const [index, pooling_type] of ['solo', null].entries()) {
      const name = index === 0 ? 'As shown' : 'Null'
      const answer = await create(owner.token, { owner: owner.uri, name, ...(index === 0 ? wanted : {}), pooling_type })
      assert.equal(resourceOf(answer).pooling_type, null)
    }
    for (const pooling_type of ['collective', 'round_robin', 'other', 7])
      assertAnswer(
        await create(owner.token, { owner: owner.uri, name: 'No', pooling_type }),
        400,
        invalidArgument(['pooling_type', 'cannot be changed']),
      )
  })

  test('201: two at once with one name get two slugs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create(owner.token, { owner: owner.uri, name: 'At once' })),
    )
    assert.deepEqual(answers.map((answer) => resourceOf(answer).slug).sort(), [
      'at-once',
      'at-once-2',
      'at-once-3',
      'at-once-4',
    ])
  })

  test('201: one fact; a refusal changes nothing', async () => {
    const before = await factsOf(app, cast.organizationId)
    assertStatus(await create(owner.token, { owner: owner.uri, name: 'A fact' }), 201)
    assert.deepEqual(added(before, await factsOf(app, cast.organizationId)), ['event_type.created'])
    const inventory = await inventoryOf(app, cast.organizationId)
    for (const [token, body] of [
      [owner.token, { owner: owner.uri }],
      [colleague.token, { owner: owner.uri, name: 'No' }],
      [outsider.token, { owner: owner.uri, name: 'No' }],
    ] as const) {
      assert.ok((await create(token, body)).status >= 400)
    }
    assert.deepEqual(await inventoryOf(app, cast.organizationId), inventory)
  })

  const wrong: [name: string, fields: object, ...details: [string, string][]][] = [
    ['no name', { name: undefined }, ['name', 'is missing']],
    ['a blank name', { name: '  ' }, ['name', 'must be filled']],
    ['a long name', { name: 'x'.repeat(56) }, ['name', 'size cannot be greater than 55']],
    ['no owner', { owner: undefined }, ['owner', 'is missing']],
    ['an owner that is no URI', { owner: 'a b' }, ['owner', 'invalid']],
    ['no time at all', { duration: 0 }, ['duration', 'must be greater than or equal to 1']],
    ['more than 12 hours', { duration: 721 }, ['duration', 'must be less than or equal to 720']],
    ['half a minute', { duration: 0.5 }, ['duration', 'must be an integer']],
    [
      'a duration that is no option',
      { duration: 20, duration_options: [15, 30] },
      ['duration', 'must be one of: 15, 30'],
    ],
    [
      'five options',
      { duration: 1, duration_options: [1, 2, 3, 4, 5] },
      ['duration_options', 'size cannot be greater than 4'],
    ],
    ['an option twice', { duration: 15, duration_options: [15, 15] }, ['duration_options', 'must be unique']],
    ['a colour without #', { color: 'red' }, ['color', 'is in invalid format']],
    ['a language nobody speaks', { locale: 'xx' }, ['locale', 'must be one of: en, fr, es, de, nl, pt, it, uk']],
    [
      'a zone that is none',
      { timezone: 'Mars/Phobos' },
      ['timezone', 'must be an IANA time zone, such as Europe/Lisbon'],
    ],
    ['an unknown kind of location', { locations: [{ kind: 'beach' }] }, ['locations[0].kind', 'invalid']],
    ['a place without a place', { locations: [{ kind: 'physical' }] }, ['locations[0].location', 'is missing']],
    [
      'a call without a number',
      { locations: [{ kind: 'outbound_call' }, { kind: 'inbound_call' }] },
      ['locations[1].phone_number', 'is missing'],
    ],
    [
      'a buffer of a day',
      { scheduling_rules: { buffer_after: 1440 } },
      ['scheduling_rules.buffer_after', 'must be less than or equal to 720'],
    ],
    [
      'a window without days',
      { scheduling_rules: { booking_window: { type: 'moving' } } },
      ['scheduling_rules.booking_window.days', 'is missing'],
    ],
    ['a redirect that is a script', { redirect_url: 'javascript:alert(1)' }, ['redirect_url', 'is in invalid format']],
    ['six reminders', { reminders: [5, 6, 7, 8, 9, 10] }, ['reminders', 'size cannot be greater than 5']],
    ['yes for true', { active: 'yes' }, ['active', 'must be boolean']],
  ]
  for (const [name, fields, ...details] of wrong) {
    test(`400: ${name}`, async () =>
      assertAnswer(
        await create(owner.token, { owner: owner.uri, name: 'Wrong', ...fields }),
        400,
        invalidArgument(...details),
      ))
  }

  test('403: a plain user creates types for themselves only, and nobody for a former member', async () => {
    assertAnswer(await create(colleague.token, { owner: admin.uri, name: 'No' }), 403, denied())
    const gone = await aRemovedMember(app, owner)
    assertAnswer(await create(owner.token, { owner: gone.uri, name: 'No' }), 403, denied('You do not have permission'))
  })

  test("404: another organization's user looks nonexistent", async () => {
    const foreign = await create(owner.token, { owner: outsider.uri, name: 'No' })
    assertAnswer(foreign, 404, notFound)
    assertAlike(
      foreign,
      await create(owner.token, { owner: `https://api.calendly.com/users/${randomUUID()}`, name: 'No' }),
    )
  })

  guardTests(app, owner, 'event_types:write', 201, ({ token }) =>
    app.ask('POST /event_types', { token, body: { owner: owner.uri, name: 'Guarded' } }),
  )
})
