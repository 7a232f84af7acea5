import { createHash } from 'node:crypto'
import { type Mail, type Mailbox, onOneLine } from './mail.ts'
import { quotedPrintable } from './quoted-printable.ts'

/**
 * A message as it goes to a mail server (RFC 5322, MIME): lines end in CRLF, and none begins with a dot. Whatever
 * somebody typed is one header, or encoded inside a part.
 */
export const writeMessage = (mail: Mail): Buffer => {
  const { messageId, date, from, to, replyTo, thread, subject, text, html, calendar, unsubscribe } = mail
  const boundary = `openslot-${createHash('sha256').update(messageId).digest('hex').slice(0, 32)}`
  const headers = [
    `Message-ID: ${messageId}`,
    `Date: ${date.toUTCString().replace(/GMT$/, '+0000')}`,
    `From: ${mailbox(from)}`,
    `To: ${mailbox(to)}`,
    ...(replyTo ? [`Reply-To: ${mailbox(replyTo)}`] : []),
    ...(thread === undefined ? [] : [`References: ${thread}`, `In-Reply-To: ${thread}`]),
    `Subject: ${unstructured(onOneLine(subject))}`,
    ...(unsubscribe === undefined ? [] : unsubscribing(unsubscribe)),
    // Nobody's out-of-office note should answer this (RFC 3834).
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'MIME-Version: 1.0',
  ]
  const texts = [textPart('text/plain; charset=utf-8', text), textPart('text/html; charset=utf-8', inAscii(html))]
  if (!calendar) return joined(headers, alternative(`${boundary}-a`, texts))
  const entry = base64(calendar.content)
  const invitation = part(`text/calendar; charset=utf-8; method=${calendar.method}`, entry, 'base64')
  const file = part(
    'application/ics; name=invite.ics',
    entry,
    'base64',
    'Content-Disposition: attachment; filename=invite.ics',
  )
  const body = multipart('mixed', `${boundary}-m`, [alternative(`${boundary}-a`, [...texts, invitation]), file])
  return joined(headers, body)
}

/** Mail programs show a button that posts there when somebody presses it (RFC 8058). It needs https. */
const unsubscribing = (url: string): string[] => [
  `List-Unsubscribe: <${url}>`,
  ...(url.startsWith('https:') ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
]

/** The headers of an entity, and what follows them. */
interface Entity {
  readonly headers: readonly string[]
  readonly body: readonly (Buffer | string)[]
}

const part = (type: string, content: Buffer | string, encoding: string, ...more: readonly string[]): Entity => ({
  headers: [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...more],
  body: [content],
})

/** What needs no encoding goes as it is. */
const textPart = (type: string, text: string): Entity =>
  needsEncoding(text)
    ? part(type, quotedPrintable(text), 'quoted-printable')
    : part(type, text.replaceAll(/\r?\n/g, '\r\n'), '7bit')

/**
 * Anything but ASCII, a line that is too long, or one that begins as the end of a message or the boundary of a part
 * does.
 */
const needsEncoding = (text: string): boolean =>
  /[^\t\r\n\x20-\x7e]|\r(?!\n)/.test(text) ||
  text.split('\n').some((line) => line.length >= 990 || line.startsWith('.') || line.startsWith('-'))

/** The same HTML in ASCII. Without the flag `u` it takes a third of the time. */
const inAscii = (html: string): string =>
  html.replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[\x80-\uffff]/g, (character) => `&#${character.codePointAt(0)};`)

const multipart = (kind: string, boundary: string, parts: readonly Entity[]): Entity => ({
  headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
  body: [
    ...parts.flatMap(({ headers, body }) => [`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`, ...body, '\r\n']),
    `--${boundary}--\r\n`,
  ],
})

const alternative = (boundary: string, parts: readonly Entity[]): Entity => multipart('alternative', boundary, parts)

const joined = (headers: readonly string[], { headers: own, body }: Entity): Buffer =>
  Buffer.concat([
    Buffer.from(`${[...headers, ...own].join('\r\n')}\r\n\r\n`),
    ...body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  ])

const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

const mailbox = ({ name, address }: Mailbox): string => {
  const shown = onOneLine(name, 100)
  if (shown === '') return `<${address}>`
  return `${isPlain(shown) ? `"${shown.replaceAll(/["\\]/g, '\\$&')}"` : encodedWords(shown)} <${address}>`
}

const unstructured = (text: string): string => {
  if (isPlain(text)) return text
  return isFoldable(text) ? text.replaceAll(/(.{1,60}) (?=\S)/g, '$1\r\n ') : encodedWords(text)
}

/** Words of ASCII with a space between two: a line may end at any of them (RFC 5322, 2.2.3). */
const isFoldable = (text: string): boolean =>
  /^[\x21-\x7e]{1,60}(?: [\x21-\x7e]{1,60})*$/.test(text) && !text.includes('=?')

/** Short enough for its line, and nothing that a reader would decode. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]{0,70}$/.test(text) && !text.includes('=?')

/** Of which base64 makes a word of 75 (RFC 2047). */
const maxWordBytes = 45

const encodedWords = (text: string): string => {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > maxWordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}
