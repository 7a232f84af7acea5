import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityTexts } from '../../../languages/console/activity.ts'
import { searchTermFor } from './activity-search.ts'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

test('every word of three letters that an entry shows finds what is stored for it, in every language, in a term that is not too long', () => {
  for (const [locale, { namespaces, kinds, actions }] of Object.entries(activityTexts)) {
    const texts = { namespaces, kinds, actions }
    for (const [name, shown] of [namespaces, kinds, actions].flatMap((names) => Object.entries(names)))
      for (const word of wordsIn(shown).filter((one) => one.length >= 3)) {
        const term = searchTermFor(texts, word)
        const alternatives = term.replaceAll(/[()"]/g, '').split(' | ')
        const stored = ` ${wordsIn(name).join(' ')} `
        assert.ok(
          alternatives.some((one) => stored.includes(` ${one} `)),
          `${locale}: ${word} → ${name}: ${term}`,
        )
        assert.ok(term.length <= 300, term)
      }
  }
})

test('words, phrases, beginnings and operators keep their meaning', () => {
  const { de, en } = activityTexts
  for (const [typed, term] of [
    ['', ''],
    ['audit', 'audit'],
    [
      'Einladung',
      '(Einladung | "invitation sent" | "invitation resent" | "invitation revoked" | "invitation accepted" | "invitation declined")',
    ],
    ['"Einladung gesendet" -audit', '("Einladung gesendet" | "invitation sent") -audit'],
    ['audit OR -(angenommen | x*)', 'audit OR - ( (angenommen | "request accepted" | "invitation accepted") | x* )'],
    ['-angenommen', '-(angenommen | "request accepted" | "invitation accepted")'],
    ['"nicht zu', '"nicht zu'],
  ] as const)
    assert.equal(searchTermFor(de, typed), term, typed)
  assert.equal(searchTermFor(en, 'exported'), '(exported | "organization exported")')
  const crowded = searchTermFor(en, 'changed deleted created made token webhook application link')
  assert.ok(crowded.length <= 300 && crowded.includes('webhook') && crowded.includes('application'), crowded)
})
