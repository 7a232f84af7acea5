import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalid } from '#contract/problem.ts'
import { languages } from '../../languages/all.ts'
import type { Language } from '../../languages/language.ts'
import { complaintsIn } from './complaints.ts'

const saidIn = (language: Language, message: string, parameter: string): string | undefined =>
  complaintsIn(language, invalid({ parameter, message }))[parameter]

test('what a field is refused for is a sentence in the language of the page', () => {
  const german = languages.find(({ locale }) => locale === 'de')
  assert.ok(german)
  for (const [message, words, parameter = 'name'] of [
    ['must be greater than or equal to 1', 'Mindestens 1.'],
    ['must be less than or equal to 720', 'Höchstens 720.'],
    ['must be an integer', 'Bitte geben Sie eine ganze Zahl ein.'],
    ['must be a number', 'Bitte geben Sie eine ganze Zahl ein.'],
    ['appears twice', 'Etwas steht hier doppelt.', 'rules[1].wday'],
    ['appears twice', german.account.refusals.nameTaken, 'custom_questions[1].name'],
    ['size cannot be less than 1', 'Bitte füllen Sie dies aus.'],
    ['size cannot be greater than 10', 'Das ist zu lang.'],
    ['size cannot be greater than 10', 'Das sind zu viele.', 'custom_questions'],
    ['must be in the future', 'Bitte wählen Sie eine Zeit, die noch kommt.'],
    ['must be in the past', 'Bitte wählen Sie eine Zeit, die vergangen ist.'],
    ['is in invalid format', german.account.refusals.wrongAddress, 'emails[1]'],
    ['must be after start_date', 'Das Ende muss nach dem Anfang liegen.'],
    ['has it already', 'Diese Person hat das schon.', 'user'],
    ['must be one of: 15, 30', 'Eines davon: 15, 30.', 'duration'],
    ['Number to call is not a valid phone number', german.account.refusals.wrongPhone, 'questions_and_answers'],
    ['must be one of: is, is_not', german.account.refusals.unusable, 'rules[0].conditions[0].operator'],
    ['You do not have permission to perform this action', 'Das dürfen Sie nicht.', 'base'],
  ] as const) {
    assert.equal(saidIn(german, message, parameter), words)
    assert.equal(
      new Set(languages.map((language) => saidIn(language, message, parameter))).size,
      languages.length,
      message,
    )
  }
})
