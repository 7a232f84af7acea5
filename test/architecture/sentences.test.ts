import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { invalid } from '#contract/problem.ts'
import { complaintsIn } from '#pages/complaints.ts'
import { packageRoot } from '#platform/root.ts'
import { domain } from '../../architecture.mjs'
import { languages } from '../../languages/all.ts'

/** Where a sentence begins: in a refusal, in a fault of a field, in a rule of an input. */
const marks =
  /\bmessage:|\b(?:refuse|wrong|complain)\(|\.(?:refine|regex)\(|\bproblemKind\(\s*40[03],\s*'\w+',\s*'[^']+',/g
/** Files that give what is wrong to operations, which throw it. */
const givingFiles = /^(?:organizations\/membership|routing\/setup|webhooks\/callback|oauth\/redirect-uri)\.ts$/

const notOnPages: readonly RegExp[] = [
  // A page has no access token, and sends no key.
  /^The access token (?:was revoked|expired)$/,
  /^was sent before with another request$/,
  // Only programs, and the command line, send such a thing.
  /^Only the operator makes an app with the rights of old\.$/,
  /^cannot be switched off for a public app$/,
  /^must be at (?:most 24 hours|least 7 minutes) after start_time$/,
  /^date range can be no greater than /,
  /^must be given with max_start_time/,
  /^must be base64$/,
  /^has led to a booking already$/,
  /^is no calendar: a file/,
  /^7? ?is not sent for the scope 7$/,
]

const saidByTheirPage: readonly RegExp[] = [
  // Developers: addresses of webhooks and of apps.
  /^must (?:begin with https:\/\/|not have a user name or a password in it|have the port 443|not lead into a private network)/,
  /^(?:is active already|there are 7 subscriptions of this 7 already: delete one first)$/,
  /^(?:is longer than 7 characters|is not a whole, well-formed address)$/,
  /^must (?:not have (?:a fragment|the scheme 7)|not hold (?:a wildcard|a user name or a password)|start with https:\/\/)/,
  // Calendars.
  /^(?:is not an address|is connected already|there are 7 connections already: disconnect one first)$/,
]

/** Up to the bracket that closes what is open. */
const restOf = (text: string, start: number): string => {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) open += 1
    if (')]}'.includes(text[at] ?? '') && open-- === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** What is filled in is a 7. */
const sentencesIn = (file: string): readonly string[] => {
  const text = readFileSync(join(packageRoot, 'src', file), 'utf8')
  const pieces = givingFiles.test(file)
    ? [text]
    : [...text.matchAll(marks)].map(({ index, 0: mark }) => restOf(text, index + mark.length))
  return pieces
    .flatMap((piece) =>
      [...piece.matchAll(/(['`])((?:(?!\1)[^\\\n])+)\1/g)].map(([, , literal = '']) =>
        literal.replaceAll(/\$\{[^}]*\}/g, '7'),
      ),
    )
    .filter((literal) => /^[\w7]\S* .*[\w7.]$/.test(literal) && literal !== '7 7')
}

test('what an operation refuses is said in all languages of the console, unless a page cannot be refused so', () => {
  // What an import says has words of its own.
  const rooms = [...domain.filter((room) => room !== 'imports'), 'contract', 'execution']
  const files = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && rooms.includes(file.split('/')[0] ?? ''),
  )
  const found = [...new Set(files.flatMap(sentencesIn))]
  assert.ok(
    found.includes('has it already') && found.includes('Share is expired') && found.length > 120,
    `${found.length} were found`,
  )
  const exceptions = [...notOnPages, ...saidByTheirPage]
  assert.deepEqual(
    exceptions.filter((one) => !found.some((sentence) => one.test(sentence))),
    [],
    'these are said no more',
  )
  for (const language of languages.filter(({ locale }) => locale !== 'en')) {
    const said = (message: string): string | undefined =>
      complaintsIn(language, invalid({ parameter: 'name', message })).name
    assert.deepEqual(
      found.filter((sentence) => said(sentence) === sentence && !exceptions.some((one) => one.test(sentence))),
      [],
      `these have no words in ${language.locale}`,
    )
  }
})
