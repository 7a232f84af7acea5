// on: embedded
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { detailBody, Problem } from '#contract/problem.ts'
import { createOneOffEventType } from '#event-types/index.ts'
import {
  createRoutingForm,
  deleteRoutingForm,
  getRoutingFormSetup,
  publishRoutingForm,
  restoreRoutingForm,
  unpublishRoutingForm,
  updateRoutingForm,
} from '#routing/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aForm, aPublishedForm } from '../../support/routing.ts'

// What has no address in the API: the console and the command line write forms.

const app = await testApp()
const { owner, admin, colleague, outsider, organizationId } = await aCast(app)
const eventType = await anEventType(app, owner, { active: true })
const message = { type: 'custom_message', value: { headline: 'No' } }
const size = { name: 'Size', type: 'select', answer_choices: ['small', 'big'] }
const why = { name: 'Why', type: 'textarea' }
const ifBig = { question: 'Size', operator: 'is', values: ['big'] }

/** Status, and each place with what is wrong there. */
const refusal = async (work: Promise<unknown>): Promise<readonly (number | string)[]> => {
  try {
    await work
    return [200]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [
      error.kind.status,
      ...error.details.map(detailBody).map(({ parameter, message }) => `${parameter} ${message}`),
    ]
  }
}

const create = (input: Record<string, unknown>) =>
  app.run(createRoutingForm, owner.principal, { name: 'Form', ...input })

const factsOf = async (formId: string): Promise<string[]> => {
  const facts = await app.context.database.reader
    .selectFrom('facts')
    .select(['name', 'subject'])
    .where('organization_id', '=', organizationId)
    .where('name', 'like', 'routing\\_form.%')
    .orderBy('occurred_at')
    .execute()
  return facts
    .filter(({ subject }) => (JSON.parse(subject) as { uri: string }).uri.endsWith(formId))
    .map(({ name }) => name)
}

describe('a form', () => {
  test('is a draft with all that was sent, and its questions keep their ids', async () => {
    const uuid = randomUUID()
    const made = await create({
      questions: [{ ...size, uuid: uuid.toUpperCase() }, why],
      rules: [
        {
          match: 'any',
          conditions: [ifBig, { question: uuid, operator: 'is_not_answered' }],
          destination: { type: 'event_type', value: eventType.id },
        },
      ],
      fallback: { type: 'external_url', value: 'https://elsewhere.test/' },
    })
    assert.deepEqual(
      [made.status, made.form_url],
      ['draft', `${app.context.links.site}/forms/${made.uri.split('/').at(-1)}`],
    )
    assert.deepEqual(made.questions[0], { uuid, ...size, required: false })
    assert.deepEqual(made.rules, [
      {
        match: 'any',
        conditions: [
          { question: uuid, operator: 'is', values: ['big'] },
          { question: uuid, operator: 'is_not_answered', values: [] },
        ],
        destination: { type: 'event_type', value: eventType.uri },
      },
    ])
    assert.deepEqual(made.fallback, { type: 'external_url', value: 'https://elsewhere.test/' })
    assert.deepEqual(await app.run(getRoutingFormSetup, admin.principal, { uuid: made.uri.split('/').at(-1) }), made)
  })

  for (const [what, input, ...faults] of [
    ['no name', { name: ' ' }, 'name must be filled'],
    [
      'a kind nobody knows',
      { questions: [{ name: 'A', type: 'date' }] },
      'questions[0].type must be one of: name, text, email, phone, textarea, select, radios',
    ],
    [
      'a choice of nothing',
      { questions: [why, { name: 'A', type: 'radios' }] },
      'questions[1].answer_choices must be filled',
    ],
    [
      'choices of what is typed',
      { questions: [{ ...why, answer_choices: ['a'] }] },
      'questions[0].answer_choices is only for select and radios',
    ],
    [
      'the same choice twice',
      { questions: [{ ...size, answer_choices: ['a', 'a'] }] },
      'questions[0].answer_choices must be unique',
    ],
    ['the same question twice', { questions: [why, why] }, 'questions[1].name is listed twice'],
    [
      'two addresses',
      {
        questions: [
          { name: 'A', type: 'email' },
          { name: 'B', type: 'email' },
        ],
      },
      'questions[1].type must be different: a form can have only one question of the type email',
    ],
    [
      'too many questions',
      { questions: Array.from({ length: 31 }, (_, index) => ({ name: `${index}`, type: 'text' })) },
      'questions size cannot be greater than 30',
    ],
    [
      'too many rules',
      { questions: [size], rules: Array(51).fill({ conditions: [ifBig], destination: message }) },
      'rules size cannot be greater than 50',
    ],
    [
      'a rule without conditions',
      { rules: [{ conditions: [], destination: message }] },
      'rules[0].conditions size cannot be less than 1',
    ],
    [
      'a rule that leads nowhere',
      { questions: [size], rules: [{ conditions: [ifBig] }] },
      'rules[0].destination is missing',
    ],
    [
      'an operator nobody knows',
      { questions: [size], rules: [{ conditions: [{ ...ifBig, operator: 'equals' }], destination: message }] },
      'rules[0].conditions[0].operator must be one of: is, is_not, contains, does_not_contain, starts_with, ends_with, is_answered, is_not_answered',
    ],
    [
      'values where there are none, and none where there are',
      {
        questions: [size],
        rules: [
          {
            conditions: [
              { ...ifBig, operator: 'is_answered' },
              { ...ifBig, values: [] },
            ],
            destination: message,
          },
        ],
      },
      'rules[0].conditions[0].values cannot be used with is_answered',
      'rules[0].conditions[1].values must be filled',
    ],
    [
      'questions, operators and values that are not of the form, each with its place',
      {
        questions: [why, size],
        rules: [
          { conditions: [ifBig], destination: message },
          {
            conditions: [ifBig, { ...ifBig, values: ['big', 'huge'] }, { ...ifBig, operator: 'contains' }],
            destination: message,
          },
          { conditions: [{ ...ifBig, question: 'Other' }], destination: message },
        ],
      },
      'rules[1].conditions[1].values[1] is not one of the answer choices',
      'rules[1].conditions[2].operator must be one of: is, is_not, is_answered, is_not_answered',
      'rules[2].conditions[0].question is not a question of this form',
    ],
    [
      'an address that is none',
      { fallback: { type: 'external_url', value: 'javascript:alert(1)' } },
      'fallback.value is in invalid format',
    ],
    [
      'a message without a headline',
      { fallback: { type: 'custom_message', value: { body: 'x' } } },
      'fallback.value.headline is missing',
    ],
    ['a type that cannot be read', { fallback: { type: 'event_type', value: 'a b' } }, 'fallback.value invalid'],
  ] as const)
    test(`400: ${what}`, async () => {
      assert.deepEqual(await refusal(create(input)), [400, ...faults])
    })

  test('400: event types that are not of the organization, are gone, or have no page', async () => {
    const foreign = await anEventType(app, outsider, { active: true })
    const days = { type: 'days_in_future', days: 10, only_weekdays: false }
    const oneOff = await app.run(createOneOffEventType, owner.principal, {
      name: 'Once',
      host: owner.uri,
      duration: 30,
      date_setting: days,
    })
    const to = (value: string) => ({ conditions: [ifBig], destination: { type: 'event_type', value } })
    assert.deepEqual(
      await refusal(
        create({
          questions: [size],
          rules: [to(foreign.uri), to(randomUUID()), to(oneOff.uri)],
          fallback: to(foreign.uri).destination,
        }),
      ),
      [
        400,
        'rules[0].destination.value is not an event type of this organization',
        'fallback.value is not an event type of this organization',
        'rules[1].destination.value is not an event type of this organization',
        'rules[2].destination.value is a one-off event type, which cannot be the result of a form',
      ],
    )
  })

  test('changes what is sent; what is omitted stays, and rules must still be valid', async () => {
    const form = await aForm(app, owner, { questions: [size], rules: [{ conditions: [ifBig], destination: message }] })
    const update = (changes: Record<string, unknown>) =>
      app.run(updateRoutingForm, admin.principal, { uuid: form.id, ...changes })
    app.clock.advance(1_000)
    const renamed = await update({
      name: 'Another',
      questions: [{ ...size, uuid: form.questions.Size, name: 'How big' }],
    })
    assert.deepEqual(
      [renamed.name, renamed.questions[0].name, renamed.rules[0].conditions[0].question],
      ['Another', 'How big', form.questions.Size],
    )
    assert.ok(renamed.updated_at > renamed.created_at)
    assert.deepEqual(await refusal(update({ questions: [why] })), [
      400,
      'rules[0].conditions[0].question is not a question of this form',
    ])
    assert.equal((await update({ questions: [why], rules: [] })).rules.length, 0)
  })

  test('is published when it asks something and leads where people can go, and stays so while it is', async () => {
    const off = await anEventType(app, owner)
    const form = await aForm(app, owner, { questions: [], fallback: { type: 'event_type', value: off.uri } })
    const publish = () => app.run(publishRoutingForm, owner.principal, { uuid: form.id })
    assert.deepEqual(await refusal(publish()), [
      400,
      'fallback.value is an event type that is turned off',
      'questions must be filled',
    ])
    await app.run(updateRoutingForm, owner.principal, {
      uuid: form.id,
      questions: [why],
      fallback: { type: 'event_type', value: eventType.uri },
    })
    assert.equal((await publish()).status, 'published')
    const spoilt = app.run(updateRoutingForm, owner.principal, {
      uuid: form.id,
      fallback: { type: 'event_type', value: off.uri },
    })
    assert.deepEqual(await refusal(spoilt), [400, 'fallback.value is an event type that is turned off'])
  })

  test('a change has one fact, and what changes nothing has none', async () => {
    const { id } = await aForm(app, owner)
    const steps = [
      [publishRoutingForm, {}],
      [publishRoutingForm, {}],
      [updateRoutingForm, { name: 'Contact sales' }],
      [updateRoutingForm, { name: 'Else' }],
      [unpublishRoutingForm, {}],
      [unpublishRoutingForm, {}],
      [deleteRoutingForm, {}],
    ] as const
    for (const [operation, input] of steps) {
      app.clock.advance(1_000)
      await app.run(operation, owner.principal, { uuid: id, ...input })
    }
    assert.deepEqual(
      await factsOf(id),
      ['created', 'published', 'updated', 'unpublished', 'deleted'].map((what) => `routing_form.${what}`),
    )
  })

  test('403: plain users cannot change forms; 404: for another organization, or a deleted form', async () => {
    const form = await aPublishedForm(app, owner)
    const deleted = await aForm(app, owner)
    await app.run(deleteRoutingForm, owner.principal, { uuid: deleted.id })
    assert.deepEqual(await refusal(app.run(createRoutingForm, colleague.principal, { name: 'Mine' })), [403])
    for (const person of [colleague, outsider])
      assert.deepEqual(await refusal(app.run(restoreRoutingForm, person.principal, { uuid: deleted.id })), [
        person === colleague ? 403 : 404,
      ])
    assert.deepEqual(
      await refusal(app.run(restoreRoutingForm, owner.principal, { uuid: form.id })),
      [404],
      'it is there',
    )
    for (const operation of [
      updateRoutingForm,
      publishRoutingForm,
      unpublishRoutingForm,
      deleteRoutingForm,
      getRoutingFormSetup,
    ]) {
      assert.deepEqual(
        await refusal(app.run(operation, colleague.principal, { uuid: form.id, name: 'Mine' })),
        [403],
        operation.name,
      )
      assert.deepEqual(
        await refusal(app.run(operation, outsider.principal, { uuid: form.id, name: 'Mine' })),
        [404],
        operation.name,
      )
      assert.deepEqual(
        await refusal(app.run(operation, owner.principal, { uuid: deleted.id, name: 'Mine' })),
        [404],
        operation.name,
      )
    }
    assert.equal((await app.run(getRoutingFormSetup, owner.principal, { uuid: form.id })).name, 'Contact sales')
    await app.run(restoreRoutingForm, owner.principal, { uuid: deleted.id })
    assert.equal((await app.run(getRoutingFormSetup, owner.principal, { uuid: deleted.id })).name, 'Contact sales')
  })
})
