import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invalid, Problem, permissionDenied, refuse } from '#contract/problem.ts'
import { type ReasonCode, type ReasonValues, reasons } from '#contract/reasons.ts'
import { languages } from '../../languages/all.ts'
import type { Language } from '../../languages/language.ts'
import { errorsIn, FormError, reasonText } from './errors.ts'

const german = languages.find(({ locale }) => locale === 'de') as Language

const shownIn = (language: Language, reason: ReasonCode, values?: ReasonValues): string | undefined =>
  errorsIn(language, invalid({ parameter: 'name', reason, values })).name

describe('the errors of a form', () => {
  test('every reason has a text in every language', () => {
    for (const reason of Object.keys(reasons) as ReasonCode[]) {
      const texts = languages.map((language) => reasonText(language, { reason }))
      assert.equal(new Set(texts).size, languages.length, reason)
      for (const text of texts) assert.ok(text.trim().length > 5, reason)
    }
  })

  test('the text names what the reason names', () => {
    for (const [reason, values, text] of [
      ['below_least', { number: 1 }, 'Muss mindestens 1 sein.'],
      ['above_most', { number: 720 }, 'Darf höchstens 720 sein.'],
      ['not_a_duration', { choices: '15, 30' }, 'Wählen Sie einen dieser Werte: 15, 30.'],
      ['not_an_integer', {}, german.account.refusals.wholeNumber],
      ['too_long', { most: 10 }, 'Verwenden Sie höchstens 10 Zeichen.'],
      ['too_many_items', { most: 10 }, german.account.refusals.tooMany],
      ['duplicate_name', {}, german.account.refusals.nameTaken],
      ['answer_phone_number', { question: 'Number to call' }, german.account.refusals.wrongPhone],
    ] as const)
      assert.equal(shownIn(german, reason, values), text)
  })

  test('a page may have a text of its own for a reason', () => {
    const error = invalid({ parameter: 'url', reason: 'callback_port' })
    assert.deepEqual(errorsIn(german, error, { callback_port: 'Port 443.' }), { url: 'Port 443.' })
    const fault = invalid({ parameter: 'url', reason: 'calendar_fault', values: { fault: 'gone', message: 'Gone.' } })
    assert.deepEqual(errorsIn(german, fault, { calendar_fault: ({ fault }) => `<${fault}>` }), { url: '<gone>' })
  })

  test('what a page itself refuses is shown as it is; what is no refusal of a form is thrown on', () => {
    assert.deepEqual(errorsIn(german, new FormError({ days: 'Welcher Tag?' })), { days: 'Welcher Tag?' })
    for (const error of [refuse('no_access'), new Error('broken')]) assert.throws(() => errorsIn(german, error))
  })

  test('rewording the answers of the API changes nothing that a page shows', () => {
    const reworded = new Problem(permissionDenied, { reason: 'owner_role', message: 'Something else entirely.' })
    assert.equal(reworded.message, 'Something else entirely.')
    assert.equal(reasonText(german, reworded.reason ?? { reason: 'invalid' }), german.account.refusals.ownerRole)
  })
})
