import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { dutch } from './nl.ts'
import { portuguese } from './pt.ts'
import { ukrainian } from './uk.ts'
import type { Words } from './words.ts'

const byLocale = new Map<string, Words>([
  ['en', english],
  ['fr', french],
  ['es', spanish],
  ['de', german],
  ['nl', dutch],
  ['pt', portuguese],
  ['it', italian],
  ['uk', ukrainian],
])

/** English for a language that we do not speak. */
export const wordsOf = (locale: string): Words => byLocale.get(locale) ?? english
