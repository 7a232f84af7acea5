// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Rule, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { type DetailBody, detailBody, Problem } from '#contract/problem.ts'
import {
  configureEventType,
  createSharedEventType,
  deleteAvailabilitySchedule,
  deleteEventType,
  duplicateEventType,
  getEventTypeSetup,
  grantEventTypePermission,
  moveEventType,
  restoreEventType,
  setConferenceLink,
  setEventTypeHosts,
  useAvailabilitySchedule,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import type { Operation } from '#execution/operation.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aRemovedMember, lastPart, type Person } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { added, factsOf } from '../../support/inventory.ts'

// What has no address in the API: the console and the command line run it.

const app = await testApp()
const cast = await aCast(app)
const { owner, admin, colleague, outsider, organizationId } = cast
const removed = await aRemovedMember(app, owner)

/** What is refused, and that no fact was recorded. */
const refused = async (
  operation: Operation,
  by: Person,
  input: Record<string, unknown>,
): Promise<{ status: number; message: string; details: readonly DetailBody[] }> => {
  const before = await factsOf(app, organizationId)
  try {
    await app.run(operation, by.principal, input)
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    assert.deepEqual(await factsOf(app, organizationId), before)
    return { status: error.kind.status, message: error.message, details: error.details.map(detailBody) }
  }
  throw new Error('It was not refused.')
}

const factsAddedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = await factsOf(app, organizationId)
  await work()
  return added(before, await factsOf(app, organizationId))
}

const get = async (uri: string) => resourceOf(await app.ask(`GET ${uri}`, { token: owner.token }))
const shared = { owner: owner.uri, name: 'Shared' }

describe('create_shared_event_type', () => {
  test('a group has seats and one host', async () => {
    const made = await app.run(createSharedEventType, owner.principal, {
      ...shared,
      sharing: 'group',
      seats: 30,
      active: true,
    })
    const { kind, pooling_type, active } = await get(made.uri)
    assert.deepEqual({ kind, pooling_type, active }, { kind: 'group', pooling_type: null, active: true })
    const { details } = await refused(createSharedEventType, owner, {
      ...shared,
      sharing: 'group',
      hosts: [{ user: colleague.uri }],
    })
    assert.equal(details[0]?.parameter, 'hosts')
  })

  for (const sharing of ['collective', 'round_robin'] as const) {
    test(`${sharing}: the owner is the first host, the others follow, with one fact`, async () => {
      const facts = await factsAddedBy(() =>
        app.run(createSharedEventType, admin.principal, {
          ...shared,
          sharing,
          hosts: [{ user: colleague.uri, priority: 3 }, { user: admin.uri }],
        }),
      )
      assert.deepEqual(facts, ['event_type.created'])
      const made = await app.run(createSharedEventType, admin.principal, {
        ...shared,
        sharing,
        hosts: [{ user: colleague.uri }, { user: owner.uri }],
      })
      assert.equal((await get(made.uri)).pooling_type, sharing)
      const { collection } = (
        await app.ask('GET /event_type_memberships', { token: owner.token, query: { event_type: made.uri } })
      ).body
      assert.deepEqual(
        collection.map(({ member }: { member: { uri: string } }) => member.uri),
        [owner.uri, colleague.uri],
      )
    })
  }

  test('seats are for groups, a host is named once, strangers are unknown, former members are refused, and a plain user can name nobody else', async () => {
    assert.equal(
      (await refused(createSharedEventType, owner, { ...shared, sharing: 'collective', seats: 3 })).details[0]
        ?.parameter,
      'seats',
    )
    const twice = [{ user: colleague.uri }, { user: colleague.uri }]
    assert.equal(
      (await refused(createSharedEventType, owner, { ...shared, sharing: 'collective', hosts: twice })).details[0]
        ?.message,
      'must be unique',
    )
    assert.equal(
      (
        await refused(createSharedEventType, owner, {
          ...shared,
          sharing: 'collective',
          hosts: [{ user: outsider.uri }],
        })
      ).status,
      404,
    )
    assert.equal(
      (
        await refused(createSharedEventType, owner, {
          ...shared,
          sharing: 'collective',
          hosts: [{ user: removed.uri }],
        })
      ).message,
      'This user is not in your organization',
    )
    assert.equal(
      (
        await refused(createSharedEventType, colleague, {
          ...shared,
          owner: colleague.uri,
          sharing: 'collective',
          hosts: [{ user: owner.uri }],
        })
      ).status,
      403,
    )
  })
})

describe('configure_event_type', () => {
  const question = (name: string, more: object = {}): object => ({ name, type: 'string', position: 0, ...more })

  test('changes questions, secrecy, notes, place and seats, of any kind of type', async () => {
    const { uri } = await app.run(createSharedEventType, owner.principal, { ...shared, sharing: 'group' })
    const custom_questions = [
      question('Second', { position: 2, required: true }),
      question('First', { position: 1, type: 'single_select', answer_choices: ['Yes', 'No'], include_other: true }),
      question('Third', { position: 3, type: 'phone_number', enabled: false }),
    ]
    const facts = await factsAddedBy(() =>
      app.run(configureEventType, owner.principal, {
        uuid: lastPart(uri),
        custom_questions,
        secret: true,
        internal_note: 'Ask first',
        position: 4,
        seats: 12,
        admin_managed: true,
      }),
    )
    assert.deepEqual(facts, ['event_type.updated'])
    const after = await get(uri)
    assert.deepEqual(
      after.custom_questions.map(({ name, position }: { name: string; position: number }) => [name, position]),
      [
        ['First', 0],
        ['Second', 1],
        ['Third', 2],
      ],
    )
    assert.deepEqual(
      [after.secret, after.internal_note, after.position, after.admin_managed],
      [true, 'Ask first', 4, true],
    )
  })

  const wrong: [name: string, questions: object[], parameter: string, message: string][] = [
    [
      'eleven questions',
      Array.from({ length: 11 }, (_, index) => question(`Question ${index}`)),
      'custom_questions',
      'size cannot be greater than 10',
    ],
    [
      'a choice of nothing',
      [question('Which?', { type: 'multi_select' })],
      'custom_questions[0].answer_choices',
      'must be filled',
    ],
    [
      'choices for a text',
      [question('Why?', { answer_choices: ['So'] })],
      'custom_questions[0].answer_choices',
      'is only for single_select and multi_select',
    ],
    [
      'a choice twice',
      [question('Which?', { type: 'single_select', answer_choices: ['A', 'A'] })],
      'custom_questions[0].answer_choices',
      'must be unique',
    ],
    ['a question twice', [question('Why?'), question('Why?')], 'custom_questions[1].name', 'is listed twice'],
    [
      'an unknown kind',
      [question('Why?', { type: 'essay' })],
      'custom_questions[0].type',
      'must be one of: string, text, phone_number, single_select, multi_select',
    ],
  ]
  for (const [name, custom_questions, parameter, message] of wrong) {
    test(`400: ${name}`, async () => {
      const { id } = await anEventType(app, owner)
      assert.deepEqual((await refused(configureEventType, owner, { uuid: id, custom_questions })).details, [
        { parameter, message },
      ])
    })
  }

  test('its owner may, until it is managed; only admins can set that', async () => {
    const { id } = await anEventType(app, colleague)
    await app.run(configureEventType, colleague.principal, { uuid: id, secret: true })
    assert.equal((await refused(configureEventType, colleague, { uuid: id, admin_managed: true })).status, 403)
    await app.run(configureEventType, admin.principal, { uuid: id, admin_managed: true })
    assert.equal((await refused(configureEventType, colleague, { uuid: id, secret: false })).status, 403)
    assert.equal((await refused(deleteEventType, colleague, { uuid: id })).status, 403)
    const other = await anEventType(app, owner)
    assert.equal((await refused(configureEventType, colleague, { uuid: other.id, secret: true })).status, 403)
  })
})

describe('permission on a type', () => {
  test('is given once and taken back once, with one fact each', async () => {
    const { uri } = await anEventType(app, owner)
    const input = { event_type: uri, user: colleague.uri }
    assert.deepEqual(await factsAddedBy(() => app.run(grantEventTypePermission, owner.principal, input)), [
      'event_type.permission_granted',
    ])
    assert.equal(
      (await refused(grantEventTypePermission, owner, input)).details[0]?.message,
      'already has this permission',
    )
    assert.deepEqual(await factsAddedBy(() => app.run(withdrawEventTypePermission, admin.principal, input)), [
      'event_type.permission_withdrawn',
    ])
    assert.equal(
      (await refused(withdrawEventTypePermission, owner, input)).details[0]?.message,
      'does not have this permission',
    )
  })

  test('is not for strangers, not by others', async () => {
    const { uri } = await anEventType(app, owner)
    assert.equal((await refused(grantEventTypePermission, owner, { event_type: uri, user: outsider.uri })).status, 404)
    assert.equal(
      (
        await refused(grantEventTypePermission, owner, {
          event_type: `/event_types/${randomUUID()}`,
          user: colleague.uri,
        })
      ).status,
      404,
    )
    assert.equal(
      (await refused(grantEventTypePermission, colleague, { event_type: uri, user: colleague.uri })).status,
      403,
    )
    assert.equal((await refused(grantEventTypePermission, owner, { event_type: uri, user: removed.uri })).status, 403)
  })
})

describe('delete_event_type', () => {
  test('once, with one fact; its name is free again', async () => {
    const first = await anEventType(app, colleague, { name: 'Once only' })
    assert.deepEqual(await factsAddedBy(() => app.run(deleteEventType, colleague.principal, { uuid: first.id })), [
      'event_type.deleted',
    ])
    assert.equal((await refused(deleteEventType, colleague, { uuid: first.id })).status, 404)
    const second = await anEventType(app, colleague, { name: 'Once only' })
    assert.equal((await get(second.uri)).slug, 'once-only')
  })
})

describe('set_conference_link', () => {
  const input = { user: colleague.uri, kind: 'zoom_conference' }

  test('one fact when it is set and when it is removed, none when there was nothing to remove', async () => {
    assert.deepEqual(
      await factsAddedBy(() =>
        app.run(setConferenceLink, colleague.principal, { ...input, url: 'https://meet.acme.test/room' }),
      ),
      ['conference_link.set'],
    )
    assert.deepEqual(await factsAddedBy(() => app.run(setConferenceLink, admin.principal, { ...input, url: null })), [
      'conference_link.removed',
    ])
    assert.deepEqual(
      await factsAddedBy(() => app.run(setConferenceLink, colleague.principal, { ...input, url: null })),
      [],
    )
  })

  for (const url of [
    'http://meet.acme.test/',
    'javascript:alert(1)',
    'meet.acme.test',
    'https://user:secret@meet.acme.test/',
    `https://meet.acme.test/${'x'.repeat(2048)}`,
  ]) {
    test(`400: ${url.slice(0, 40)}`, async () =>
      assert.equal((await refused(setConferenceLink, colleague, { ...input, url })).details[0]?.parameter, 'url'))
  }

  test('403 and 404: by others, of strangers', async () => {
    assert.equal((await refused(setConferenceLink, colleague, { ...input, user: owner.uri, url: null })).status, 403)
    assert.equal((await refused(setConferenceLink, owner, { ...input, user: outsider.uri, url: null })).status, 404)
  })
})

describe('use_availability_schedule', () => {
  test('from own hours to a schedule and to the default one, with one fact each; only of a host, and only with permission', async () => {
    const { uri } = await anEventType(app, admin, { timezone: 'Asia/Tokyo' })
    const evenings = await app.run(saveUserAvailabilitySchedule, admin.principal, { user: admin.uri, name: 'Late' })
    const shown = async () => {
      const [{ name, default: isDefault, timezone }] = (
        await app.ask('GET /event_type_availability_schedules', { token: owner.token, query: { event_type: uri } })
      ).body.collection
      return [name, isDefault, timezone]
    }
    assert.deepEqual(await shown(), [null, false, 'Asia/Tokyo'])
    assert.deepEqual(
      await factsAddedBy(() =>
        app.run(useAvailabilitySchedule, admin.principal, { event_type: uri, schedule: evenings.uri }),
      ),
      ['availability.modified'],
    )
    assert.deepEqual(await shown(), ['Late', false, 'Europe/Lisbon'])
    const [standard] = (
      await app.ask('GET /user_availability_schedules', { token: admin.token, query: { user: admin.uri } })
    ).body.collection
    await app.run(useAvailabilitySchedule, owner.principal, { event_type: uri, schedule: standard.uri })
    assert.deepEqual(await shown(), ['Working hours', true, 'Europe/Lisbon'])
    assert.equal(
      (await refused(useAvailabilitySchedule, colleague, { event_type: uri, schedule: evenings.uri })).status,
      403,
    )
    const [owners] = (
      await app.ask('GET /user_availability_schedules', { token: owner.token, query: { user: owner.uri } })
    ).body.collection
    assert.equal(
      (await refused(useAvailabilitySchedule, owner, { event_type: uri, schedule: owners.uri })).details[0]?.parameter,
      'schedule',
    )
    assert.equal(
      (await refused(useAvailabilitySchedule, owner, { event_type: uri, schedule: randomUUID() })).status,
      404,
    )
  })
})

describe('save_user_availability_schedule', () => {
  test('created, changed, made the default; names are unique; there is always a default', async () => {
    const facts = await factsAddedBy(() =>
      app.run(saveUserAvailabilitySchedule, colleague.principal, { user: colleague.uri, name: 'Evenings' }),
    )
    assert.deepEqual(facts, ['availability.schedule_created'])
    const [standard, evenings] = (
      await app.ask('GET /user_availability_schedules', { token: colleague.token, query: { user: colleague.uri } })
    ).body.collection
    assert.deepEqual(
      await factsAddedBy(() =>
        app.run(saveUserAvailabilitySchedule, admin.principal, {
          user: colleague.uri,
          uuid: lastPart(evenings.uri),
          default: true,
        }),
      ),
      ['availability.modified'],
    )
    assert.equal(
      (await refused(saveUserAvailabilitySchedule, colleague, { user: colleague.uri, name: 'evenings' })).details[0]
        ?.parameter,
      'name',
    )
    assert.equal(
      (
        await refused(saveUserAvailabilitySchedule, colleague, {
          user: colleague.uri,
          uuid: lastPart(evenings.uri),
          default: false,
        })
      ).details[0]?.parameter,
      'default',
    )
    assert.equal(
      (await refused(saveUserAvailabilitySchedule, colleague, { user: colleague.uri })).details[0]?.message,
      'is missing',
    )
    assert.equal(
      (await refused(saveUserAvailabilitySchedule, colleague, { user: owner.uri, name: 'Mine' })).status,
      403,
    )
    assert.equal((await refused(saveUserAvailabilitySchedule, owner, { user: outsider.uri, name: 'Mine' })).status, 404)
    assert.notEqual(standard.uri, evenings.uri)
  })

  test('days of the week and ranges of dates change alone; what changed at the same time stays', async () => {
    const { uri } = await app.run(saveUserAvailabilitySchedule, admin.principal, { user: admin.uri, name: 'Parts' })
    const change = async (input: object): Promise<{ rules: Rule[] }> =>
      app.run(saveUserAvailabilitySchedule, admin.principal, { user: admin.uri, uuid: lastPart(uri), ...input })
    const early = [{ from: '07:00', to: '12:00' }]
    const days = ['monday', 'tuesday', 'friday'] as const
    await Promise.all([
      ...days.map((wday) => change({ days: [{ type: 'wday', wday, intervals: early }] })),
      change({ dates: [{ start_date: '2026-12-21', end_date: '2027-01-01', intervals: [] }] }),
    ])
    const { rules } = await change({ dates: [{ start_date: '2026-12-28', end_date: '2026-12-28', intervals: null }] })
    assert.deepEqual(
      rules
        .filter((rule) => rule.type === 'wday' && rule.intervals[0]?.from === '07:00')
        .map((rule) => rule.type === 'wday' && rule.wday),
      days,
    )
    assert.equal(rules.filter(({ type }) => type === 'date').length, 11)
    const wrong = async (input: object) =>
      (await refused(saveUserAvailabilitySchedule, admin, { user: admin.uri, uuid: lastPart(uri), ...input }))
        .details[0]?.parameter
    assert.equal(
      await wrong({ dates: [{ start_date: '2026-12-21', end_date: '2026-12-20', intervals: [] }] }),
      'dates[0].end_date',
    )
    assert.equal(
      await wrong({ dates: [{ start_date: '2026-12-21', end_date: '2028-12-20', intervals: [] }] }),
      'dates[0].end_date',
    )
    const years = [2027, 2028, 2029].map((year) => ({
      start_date: `${year}-01-01`,
      end_date: `${year}-12-31`,
      intervals: [],
    }))
    assert.equal(await wrong({ dates: years }), 'dates')
  })
})

describe('delete_availability_schedule', () => {
  test('what used it follows the default; the default stays; another organization has none', async () => {
    const late = await app.run(saveUserAvailabilitySchedule, admin.principal, { user: admin.uri, name: 'Very late' })
    const used = await anEventType(app, admin)
    await app.run(useAvailabilitySchedule, admin.principal, { event_type: used.uri, schedule: late.uri })
    const uuid = lastPart(late.uri)
    assert.equal((await refused(deleteAvailabilitySchedule, colleague, { uuid })).status, 403)
    assert.equal((await refused(deleteAvailabilitySchedule, outsider, { uuid })).status, 404)
    assert.deepEqual(await factsAddedBy(() => app.run(deleteAvailabilitySchedule, admin.principal, { uuid })), [
      'availability.schedule_deleted',
    ])
    const query = { event_type: used.uri }
    const [hours] = (await app.ask('GET /event_type_availability_schedules', { token: admin.token, query })).body
      .collection
    assert.equal(hours.default, true)
    assert.equal((await refused(deleteAvailabilitySchedule, admin, { uuid })).status, 404)
    assert.equal(
      (await refused(deleteAvailabilitySchedule, admin, { uuid: lastPart(hours.availability_rule.uri) })).details[0]
        ?.parameter,
      'uuid',
    )
  })
})

describe('restore_event_type', () => {
  test('a deleted type is back at its address, on or off as asked, with one fact; one that was not deleted is 404', async () => {
    const { id, uri } = await anEventType(app, colleague, { name: 'Taken back', active: true })
    assert.equal((await refused(restoreEventType, colleague, { uuid: id })).status, 404)
    await app.run(deleteEventType, colleague.principal, { uuid: id })
    assert.deepEqual(
      await factsAddedBy(() => app.run(restoreEventType, colleague.principal, { uuid: id, active: true })),
      ['event_type.updated'],
    )
    const { deleted_at, active, slug } = await get(uri)
    assert.deepEqual({ deleted_at, active, slug }, { deleted_at: null, active: true, slug: 'taken-back' })
  })

  test('400: another type has its address by now; 403 and 404 as for every change', async () => {
    const { id } = await anEventType(app, colleague, { name: 'Replaced' })
    await app.run(deleteEventType, colleague.principal, { uuid: id })
    assert.equal((await refused(restoreEventType, outsider, { uuid: id })).status, 404)
    const ofOwner = await anEventType(app, owner, { name: 'Not theirs' })
    await app.run(deleteEventType, owner.principal, { uuid: ofOwner.id })
    assert.equal((await refused(restoreEventType, colleague, { uuid: ofOwner.id })).status, 403)
    await anEventType(app, colleague, { name: 'Replaced' })
    assert.equal((await refused(restoreEventType, colleague, { uuid: id })).details[0]?.parameter, 'uuid')
  })
})

describe('duplicate_event_type', () => {
  test('a copy has all settings, hosts and hours under a name and an address of its own, and is off', async () => {
    const made = await app.run(createSharedEventType, admin.principal, {
      ...{
        ...shared,
        name: 'Copied',
        sharing: 'round_robin',
        hosts: [{ user: colleague.uri, priority: 3 }],
        active: true,
      },
      ...{ color: '#112233', scheduling_rules: { buffer_after: 15 }, reminders: [10] },
    })
    const uuid = lastPart(made.uri)
    let copy = made
    assert.deepEqual(
      await factsAddedBy(async () => {
        copy = await app.run(duplicateEventType, admin.principal, { uuid, name: 'Copied' })
      }),
      ['event_type.created'],
    )
    assert.deepEqual(
      [copy.slug, copy.active, copy.color, copy.after_buffer, copy.reminders, copy.pooling_type],
      ['copied-2', false, '#112233', 15, [10], 'round_robin'],
    )
    const { hosts } = await app.run(getEventTypeSetup, admin.principal, { uuid: lastPart(copy.uri) })
    assert.deepEqual(
      hosts.map(({ user, priority }: { user: string; priority: number }) => [user, priority]),
      [
        [owner.uri, 0],
        [colleague.uri, 3],
      ],
    )
    assert.equal((await refused(duplicateEventType, colleague, { uuid, name: 'Mine' })).status, 403)
    assert.equal((await refused(duplicateEventType, outsider, { uuid, name: 'Mine' })).status, 404)
  })
})

describe('move_event_type', () => {
  test("the order of an owner's types changes, with one fact, and none where nothing moves", async () => {
    const types = [
      await anEventType(app, admin, { name: 'One' }),
      await anEventType(app, admin, { name: 'Two' }),
      await anEventType(app, admin, { name: 'Three' }),
    ]
    const [one, two, three] = types.map(({ id }) => id)
    const order = async () => {
      const all = (
        await app.ask('GET /event_types', { token: admin.token, query: { user: admin.uri, sort: 'position:asc' } })
      ).body.collection
      return all
        .map(({ uri }: { uri: string }) => lastPart(uri))
        .filter((id: string) => types.some((type) => type.id === id))
    }
    assert.deepEqual(await factsAddedBy(() => app.run(moveEventType, admin.principal, { uuid: three, before: one })), [
      'event_type.updated',
    ])
    assert.deepEqual(await order(), [three, one, two])
    assert.deepEqual(
      await factsAddedBy(() => app.run(moveEventType, admin.principal, { uuid: three, before: one })),
      [],
    )
    await app.run(moveEventType, admin.principal, { uuid: three, before: null })
    assert.deepEqual(await order(), [one, two, three])
    const foreign = await anEventType(app, owner)
    assert.equal(
      (await refused(moveEventType, admin, { uuid: one, before: foreign.id })).details[0]?.parameter,
      'before',
    )
    assert.equal((await refused(moveEventType, colleague, { uuid: one, before: two })).status, 403)
  })
})

describe('set_event_type_hosts', () => {
  test('hosts come, go and change their priority; those who stay keep their hours', async () => {
    const { uri } = await app.run(createSharedEventType, admin.principal, {
      ...shared,
      sharing: 'collective',
      hosts: [{ user: colleague.uri }],
    })
    const uuid = lastPart(uri)
    const hostsNow = async () => (await app.run(getEventTypeSetup, admin.principal, { uuid })).hosts
    const hosts = [{ user: owner.uri, priority: 2 }, { user: admin.uri }]
    assert.deepEqual(await factsAddedBy(() => app.run(setEventTypeHosts, admin.principal, { uuid, hosts })), [
      'event_type.updated',
    ])
    assert.deepEqual(
      new Map((await hostsNow()).map(({ user, priority }: { user: string; priority: number }) => [user, priority])),
      new Map([
        [owner.uri, 2],
        [admin.uri, 0],
      ]),
    )
    assert.deepEqual(await factsAddedBy(() => app.run(setEventTypeHosts, admin.principal, { uuid, hosts })), [])
    for (const [wrong, message] of [
      [[{ user: admin.uri }], 'must include the owner of the event type'],
      [[{ user: owner.uri }, { user: owner.uri }], 'must be unique'],
    ] as const)
      assert.equal((await refused(setEventTypeHosts, admin, { uuid, hosts: wrong })).details[0]?.message, message)
    assert.equal(
      (await refused(setEventTypeHosts, admin, { uuid, hosts: [...hosts, { user: outsider.uri }] })).status,
      404,
    )
    assert.equal((await refused(setEventTypeHosts, colleague, { uuid, hosts })).status, 403)
    const alone = await anEventType(app, owner)
    assert.equal((await refused(setEventTypeHosts, admin, { uuid: alone.id, hosts })).details[0]?.parameter, 'uuid')
  })
})

describe('get_event_type_setup', () => {
  test('what can be changed: seats, an unset language, who may use it, and whether one may change it', async () => {
    const made = await app.run(createSharedEventType, colleague.principal, {
      owner: colleague.uri,
      name: 'Class',
      sharing: 'group',
      seats: 12,
    })
    const uuid = lastPart(made.uri)
    await app.run(grantEventTypePermission, colleague.principal, { event_type: made.uri, user: owner.uri })
    const setup = await app.run(getEventTypeSetup, colleague.principal, { uuid })
    assert.deepEqual(
      [setup.seats, setup.locale, setup.permitted[0].user, setup.may_change],
      [12, null, owner.uri, true],
    )
    await app.run(configureEventType, admin.principal, { uuid, admin_managed: true, locale: 'de' })
    const managed = await app.run(getEventTypeSetup, colleague.principal, { uuid })
    assert.deepEqual([managed.locale, managed.may_change], ['de', false])
    await app.run(configureEventType, admin.principal, { uuid, locale: null })
    assert.equal((await app.run(getEventTypeSetup, admin.principal, { uuid })).locale, null)
    assert.equal((await refused(getEventTypeSetup, outsider, { uuid })).status, 404)
  })
})
