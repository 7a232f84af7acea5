import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import type { Mail } from './mail.ts'
import { writeMessage } from './mime.ts'

const mail: Mail = {
  messageId: '<1@book.test>',
  date: new Date('2026-03-02T10:00:00Z'),
  from: { name: 'Openslot', address: 'no-reply@book.test' },
  to: { name: 'Grace', address: 'grace@client.test' },
  subject: 'Confirmed',
  text: 'Hello',
  html: '<p>Hello</p>',
}

const lines = (message: Buffer): string[] => message.toString('latin1').split('\r\n')

describe('a message', () => {
  test('is read by others as it was meant, whatever is in it; in short ASCII lines of which none begins with a dot', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(
          '.',
          '-',
          '=',
          ' ',
          '\t',
          '\n',
          '\r\n',
          'é',
          '😀',
          'x',
          '--openslot-',
          '=?utf-8?B?',
          '<p ',
        ),
        maxLength: 300,
      }),
    )
    // As mail programs see it: line breaks of any kind are one, and what no text can hold is replaced.
    const seen = (text: string): string => Buffer.from(text.replaceAll('\r\n', '\n')).toString().trimEnd()
    // HTML is the same with a character by its number.
    const shown = (html: string): string =>
      html.replaceAll(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, texts, async (text, html, subject, name) => {
        const message = writeMessage({
          ...mail,
          text,
          html,
          subject,
          to: { ...mail.to, name },
          calendar: { method: 'REQUEST', content: `BEGIN ${text}` },
        })
        for (const line of lines(message)) {
          assert.ok(line.length <= 998 && !line.startsWith('.'), line)
          assert.match(line, /^[\x20-\x7e\t]*$/)
        }
        const read = await PostalMime.parse(message)
        assert.equal(seen(read.text ?? ''), seen(text))
        assert.equal(seen(shown(read.html ?? '')), seen(shown(html)))
        assert.deepEqual(
          read.to?.map(({ address }) => address),
          ['grace@client.test'],
        )
        assert.equal(read.attachments.length, 2)
        const file = read.attachments.find(({ mimeType }) => mimeType === 'application/ics')?.content
        assert.equal(seen(Buffer.from(file as ArrayBuffer).toString()), seen(`BEGIN ${text}`))
        assert.deepEqual([read.cc, read.bcc, read.headers.length], [undefined, undefined, 9])
      }),
      { numRuns: 300 },
    )
  })

  test('is readable as it is when it is ASCII, in HTML whatever the language', () => {
    const message = writeMessage({
      ...mail,
      html: `<p style="color: red">${'Grüße, 東京, 😀 <br> '.repeat(100)}</p>`,
    }).toString()
    assert.deepEqual(message.match(/^Content-Transfer-Encoding: .*$/gm), [
      'Content-Transfer-Encoding: 7bit',
      'Content-Transfer-Encoding: quoted-printable',
    ])
    const short = writeMessage({ ...mail, html: '<p style="color: red">Grüße, 東京, 😀</p>' }).toString()
    assert.deepEqual(short.match(/^Content-Transfer-Encoding: .*$/gm), [
      'Content-Transfer-Encoding: 7bit',
      'Content-Transfer-Encoding: 7bit',
    ])
    assert.ok(short.includes('<p style="color: red">Gr&#252;&#223;e, &#26481;&#20140;, &#128512;</p>'))
  })

  test('has its subject and names whole, in encoded words that are not too long', async () => {
    for (const text of [
      'plain',
      'a "quoted" \\ name, with <signs>',
      'Grüße aus Köln',
      `${'Довга назва зустрічі '.repeat(8)}!`,
      '=?utf-8?B?eA==?=',
      'x'.repeat(90),
    ]) {
      const message = writeMessage({
        ...mail,
        subject: text,
        replyTo: { name: text.slice(0, 100), address: 'host@book.test' },
      })
      const read = await PostalMime.parse(message)
      assert.equal(read.subject, text)
      assert.deepEqual(read.replyTo, [{ name: text.slice(0, 100).trim(), address: 'host@book.test' }])
      for (const word of message.toString().match(/=\?utf-8\?B\?[^?]*\?=/g) ?? []) assert.ok(word.length <= 75, word)
    }
  })

  test('says when it was written, what it belongs to and how to unsubscribe', async () => {
    const message = writeMessage({ ...mail, thread: '<0@book.test>', unsubscribe: 'https://book.test/stop/1' })
    const read = await PostalMime.parse(message)
    assert.deepEqual(
      [
        read.messageId,
        read.date,
        read.inReplyTo,
        read.references,
        read.headers.find(({ key }) => key === 'list-unsubscribe')?.value,
      ],
      ['<1@book.test>', '2026-03-02T10:00:00.000Z', '<0@book.test>', '<0@book.test>', '<https://book.test/stop/1>'],
    )
  })
})
