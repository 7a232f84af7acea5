import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  filledBody,
  filledSubject,
  linkFaults,
  linkPolicy,
  type OwnWordValues,
  parseBody,
  parseSubject,
  plainText,
  variableNames,
} from './own-words.ts'

const values: OwnWordValues = {
  event: 'Intro call',
  invitee: 'Dana Field',
  first_name: 'Dana',
  host: 'Robin Vale',
  when: 'Tuesday, March 3, 2026, 10:00 am',
  zone: 'Stockholm (UTC+01:00)',
  location: 'Harbour 1\nSecond floor',
  join_url: 'https://meet.test/abc',
  cancel_url: 'https://book.test/cancellations/1',
  reschedule_url: 'https://book.test/reschedulings/1',
  reason: null,
  organization: 'Harbour works',
  answers: ['Blue', ''],
}

const text = (source: string, given = values): string => plainText(filledBody(parseBody(source).words, given))
const faults = (source: string) => parseBody(source).faults.map(({ part }) => part)
const linksIn = (source: string, given = values) =>
  filledBody(parseBody(source).words, given)
    .flatMap(({ lines }) => lines.flat())
    .flatMap(({ url }) => url ?? [])

describe('a text in own words', () => {
  test('has its variables replaced, and lines without a value are left out', () => {
    assert.equal(
      text('Hi {first_name},\n{reason}\n\nYou said: {answer:1}.\n\n{answer:2}\n\n{{not one}'),
      'Hi Dana,\n\nYou said: Blue.\n\n{not one}',
    )
    assert.equal(
      filledSubject(parseSubject('{event} with {host} {{x}').words, values),
      'Intro call with Robin Vale {x}',
    )
  })

  test('refuses what is no variable, and says which', () => {
    assert.deepEqual(faults('{name} {answer:0} {answer:21} {answer} {constructor} {'), [
      ...['{name}', '{answer:0}', '{answer:21}', '{answer}', '{constructor}', '{'],
    ])
    assert.deepEqual(
      parseSubject('{invitee} {x').faults.map(({ part }) => part),
      ['{x'],
    )
  })

  test('has paragraphs, lists, strong words, and links', () => {
    const { words } = parseBody(
      '**Bring** this:\n- a pen\n- [the form](https://book.test/form)\n\nSee https://book.test/a.',
    )
    const blocks = filledBody(words, values)
    assert.deepEqual(
      blocks.map(({ kind, lines }) => [kind, lines.length]),
      [
        ['paragraph', 1],
        ['list', 2],
        ['paragraph', 1],
      ],
    )
    assert.equal(blocks[0]?.lines[0]?.[0]?.isStrong, true)
    assert.deepEqual(linksIn('[form](https://book.test/form) and https://book.test/a.'), [
      ...['https://book.test/form', 'https://book.test/a'],
    ])
    assert.deepEqual(linksIn('[cancel]({cancel_url}) {join_url} [no](javascript:alert(1)) [no]({invitee})'), [
      ...[values.cancel_url, values.join_url],
    ])
    assert.equal(text('[Cancel]({cancel_url})'), 'Cancel (https://book.test/cancellations/1)')
  })

  test('may link only to the site and to allowed domains', () => {
    const isAllowed = linkPolicy('https://book.test', ['acme.example'])
    const wrong = (source: string) => linkFaults(source, isAllowed).map(({ part }) => part)
    assert.deepEqual(
      wrong(
        'https://book.test/a book.test (https://docs.acme.example/x). and/or e.g. z.B. at 9.30am, u.a. a.b.c.dee+f@x.test.',
      ),
      [],
    )
    for (const link of [
      'https://evil.test/',
      'https://book.test.evil.test/',
      'https://notacme.example/',
      'https://book.test@evil.test/',
      'http://evil.test',
      'www.evil.test',
      'ftp://book.test/',
      'evil.test/login',
      'evil.test',
      'login.evil.test',
      '://evil.test/',
      'https://{answer:1}/',
      'https://book.test{answer:1}',
    ])
      assert.deepEqual(wrong(`See ${link} now`), [link.replace('evil.test/login', 'evil.test')])
    assert.deepEqual(wrong('[x](https://evil.test/)'), ['https://evil.test/)'])
    assert.deepEqual(wrong('https://book.test/{answer:1}'), ['https://book.test/{answer:1}'])
    assert.deepEqual(linkFaults('https://evil.test/', linkPolicy('https://book.test', ['*'])), [])
  })

  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
  const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom(
      ...[
        '{invitee}',
        '{{',
        '**',
        '[x](https://evil.test/)',
        '<b>',
        'https://evil.test/',
        '\r\nBcc: x@evil.test',
        '- ',
      ],
    ),
  )
  const anyText = fc.array(
    fc.oneof(
      hostile,
      fc.constantFrom(...variableNames.map((name) => `{${name}}`)),
      fc.constantFrom('{answer:1}', '**', '[', '](', ')', '{cancel_url}', '\n\n', '\n- ', '}'),
    ),
    { maxLength: 20 },
  )
  const anyValues = fc.record({
    ...Object.fromEntries(variableNames.map((name) => [name, fc.option(hostile)])),
    answers: fc.array(hostile, { maxLength: 3 }),
  }) as unknown as fc.Arbitrary<OwnWordValues>

  test('any text for any booking: nothing is unresolved, and values are never links, markup, variables, or headers', () => {
    fc.assert(
      fc.property(anyText, anyValues, (parts, given) => {
        const source = parts.join('')
        const marked = Object.fromEntries(variableNames.map((name) => [name, `\u{e000}${name}\u{e001}`]))
        const { words } = parseBody(source)
        const reference = filledBody(words, { ...(marked as unknown as OwnWordValues), answers: ['\u{e000}a\u{e001}'] })
        const runs = filledBody(words, given).flatMap(({ lines }) => lines.flat())
        const urls = new Set(words.blocks.flatMap(({ lines }) => lines.flat().map(({ target }) => target)))
        for (const { text: shown, url } of runs) {
          assert.doesNotMatch(shown, control)
          // A link is one that was written, or the value of a variable that stands for a URL.
          if (url !== null)
            assert.ok(urls.has(url) || [given.join_url, given.cancel_url, given.reschedule_url].includes(url))
        }
        // Where no value has words of its own, no variable is left.
        const left = reference.flatMap(({ lines }) => lines.flat().map(({ text: shown }) => shown)).join('')
        for (const name of variableNames)
          assert.ok(!left.replaceAll(/\u{e000}[a-z_]*\u{e001}/gu, '').includes(`{${name}}`) || source.includes('{{'))
        const subject = filledSubject(parseSubject(source).words, given)
        assert.ok([...subject].length <= 200)
        assert.doesNotMatch(subject, control)
        assert.ok(!subject.includes('\n'))
      }),
      { numRuns: 2000 },
    )
  })
})
