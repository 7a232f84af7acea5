// on: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findCommand } from '#cli/catalogue.ts'
import type { DatabaseCommand } from '#cli/command.ts'
import { errorText } from '#cli/failure-text.ts'
import { readValues } from '#cli/options.ts'
import { readConfig } from '#platform/config.ts'
import { failureOf } from '#process/failure.ts'
import { testApp } from '../../support/app.ts'
import { aFounder } from '../../support/cast.ts'
import { Visitor } from '../../support/visitor.ts'

// As the running service does it when the words come in; that they do is tried with the other commands.

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
type Json = any

const questions = [
  { name: 'Your name', type: 'name', required: true },
  { name: 'Company size', type: 'radios', required: true, answer_choices: ['1-10', '11-100'] },
]
const rules = [
  {
    conditions: [{ question: 'Company size', operator: 'is', values: ['11-100'] }],
    destination: { type: 'event_type', value: 'intro-call' },
  },
]

const app = await testApp()
const owner = await aFounder(app)
const here = ['--organization', owner.principal.organizationId]

const carryOut = async (given: readonly string[]): Promise<{ document: Json; text: string }> => {
  const asked = await findCommand([...given, ...here])
  if (asked.kind !== 'command' || asked.command.kind !== 'database')
    throw new Error(`${given.join(' ')} is no such command.`)
  const command: DatabaseCommand = asked.command
  const values = readValues(command, asked.rest)
  const document = await command.run(app.context, values, readConfig({}))
  return { document: JSON.parse(JSON.stringify(document)), text: command.show(document) }
}

const words = async (...given: string[]): Promise<Json> => (await carryOut(given)).document
const shown = async (...given: string[]): Promise<string> => (await carryOut(given)).text
const refused = (...given: string[]): Promise<string> =>
  carryOut(given).then(
    () => assert.fail(given.join(' ')),
    (error) =>
      errorText(
        failureOf(error),
        Object.fromEntries(['questions', 'rules', 'fallback'].map((name) => [name, { summary: '' }])),
      ),
  )
const ask = async (path: string): Promise<Json> => (await app.ask(`GET ${path}`, { token: owner.token })).body

await words('event-type', 'create', '--name', 'Intro call', '--active', 'yes')

describe('openslot routing-form', () => {
  test('create, show, publish, answer, submissions: what the API shows too', async () => {
    const { resource: form } = await words(
      ...[
        'routing-form',
        'create',
        '--name',
        'Contact sales',
        '--questions',
        JSON.stringify(questions),
        '--rules',
        JSON.stringify(rules),
      ],
    )
    const path = new URL(form.uri).pathname
    assert.equal((await ask(path)).resource.status, 'draft')
    assert.match(form.rules[0].destination.value, /\/event_types\/[0-9a-f-]{36}$/)
    const { pathname } = new URL(form.form_url)
    assert.equal((await new Visitor(app).get(pathname)).status, 404)

    assert.equal((await words('routing-form', 'publish', '--form', 'contact SALES')).resource.status, 'published')
    const [name, size] = form.questions.map(({ uuid }: Json) => `q-${uuid}`)
    const answered = await new Visitor(app).submit(pathname, { [name]: 'Demo Visitor', [size]: '11-100' })
    assert.match(answered.location ?? '', /\/intro-call\?routing_form_submission=[0-9a-f-]{36}&name=Demo\+Visitor$/)

    const { collection } = await words('routing-form', 'submissions', '--form', 'Contact sales')
    assert.deepEqual(collection, (await ask('/routing_form_submissions')).collection)
    assert.equal(collection[0].questions_and_answers[0].answer, 'Demo Visitor')
    assert.match(await shown('routing-form', 'submissions'), /Demo Visitor, 11-100 +http.*\/event_types\/.* no$/m)
    assert.match(
      await shown('routing-form', 'show', '--form', 'Contact sales'),
      /^If "Company size" is "11-100": http.*\n+Otherwise: the message "Thank you"$/m,
    )
    assert.match(await shown('routing-form', 'list'), /Contact sales +published +2 /)
  })

  test('set, unpublish and delete', async () => {
    await words('routing-form', 'create', '--name', 'Support', '--questions', JSON.stringify(questions), '--publish')
    const fallback = '{"type": "external_url", "value": "https://help.acme.test/"}'
    const { resource } = await words(
      'routing-form',
      'set',
      '--form',
      'Support',
      '--name',
      'Help',
      '--fallback',
      fallback,
    )
    assert.deepEqual(
      [resource.name, resource.fallback.value, resource.questions.length],
      ['Help', 'https://help.acme.test/', 2],
    )
    assert.equal((await words('routing-form', 'unpublish', '--form', 'Help')).resource.status, 'draft')
    await words('routing-form', 'delete', '--form', 'Help')
    assert.equal((await ask(new URL(resource.uri).pathname)).title, 'Resource Not Found')
  })

  test('a refusal names the field', async () => {
    const wrong = JSON.stringify([
      {
        conditions: [{ question: 'Nothing', operator: 'is', values: ['x'] }],
        destination: { type: 'event_type', value: 'intro-call' },
      },
    ])
    assert.match(
      await refused('routing-form', 'set', '--form', 'Contact sales', '--rules', wrong),
      /rules\[0\]\.conditions\[0\]\.question is not a question of this form/,
    )
    assert.match(await refused('routing-form', 'create', '--name', 'X', '--rules', '{'), /^error: --rules must be JSON/)
    assert.match(
      await refused('routing-form', 'show', '--form', 'Nobody'),
      /^error: No routing form has the name or id "Nobody" in "Acme/,
    )
    assert.match(
      await refused('routing-form', 'create', '--name', 'X', '--fallback', '{"type":"event_type","value":"nothing"}'),
      /^error: No event type has the slug or id "nothing"/,
    )
  })
})
