import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { h } from 'preact'
import { invalid } from '#contract/problem.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { languageOf } from '../../languages/all.ts'
import { savingFields, sentFields } from './saving.ts'

const visitWith = (form: string, wantsJson: boolean) =>
  ({ form: new URLSearchParams(form), wantsJson, language: languageOf('en') }) as SignedInVisit

const handler = savingFields(
  async (visit) => {
    if (visit.form.get('name') === '') throw invalid({ parameter: 'name', reason: 'blank' })
    return { summary: sentFields(visit).join(' and ') }
  },
  async (visit, errors) => ({
    status: 400,
    title: errors.name ?? '',
    screen: 'event-types',
    content: h('p', null, visit.form.get('name')),
  }),
  () => '/app/back',
)

describe('fields that save themselves', () => {
  test('a script gets the new texts of the page; a form without one goes back to its page', async () => {
    assert.deepEqual(await handler(visitWith('fields=name&name=A', true)), { json: { texts: { summary: 'name' } } })
    assert.deepEqual(await handler(visitWith('fields=name&fields=color&name=A', false)), { to: '/app/back' })
  })

  test('a refusal is a whole sentence beside its field: for the script as data, else on the page with what was typed', async () => {
    assert.deepEqual(await handler(visitWith('fields=name&name=', true)), {
      status: 400,
      json: { errors: { name: 'This field is required.' } },
    })
    const shown = await handler(visitWith('fields=name&name=', false))
    assert.equal('title' in shown && shown.title, 'This field is required.')
  })
})
