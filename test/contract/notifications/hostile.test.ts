// seconds: 3
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configureEventType } from '#event-types/index.ts'
import { assertStatus } from '../../support/answers.ts'
import { aBooking, anInviteeNamed, hours } from '../../support/bookings.ts'
import { aCast, aMember } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { mailApp, recipientOf } from '../../support/mail.ts'
import type { ReceivedMail } from '../../support/mail-server.ts'

const app = await mailApp()
const { owner } = await aCast(app)
const later = hours(30)

const lines = [
  '\r\nBcc: victim@elsewhere.test',
  '\nX-Evil: 1',
  '\r\n\r\n<script>alert(1)</script>',
  '\u2028Cc: victim@elsewhere.test',
  '\u0085To: victim@elsewhere.test',
]

/** What fits on one line, as names must. */
const hostile = [
  '"Quoted" <victim@elsewhere.test>',
  'One, Two <victim@elsewhere.test>; Three',
  'Name\\, "<victim@elsewhere.test>',
  '=?utf-8?B?DQpCY2M6IHZpY3RpbUBlbHNld2hlcmUudGVzdA0K?=',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "'><a href=javascript:alert(1)>x</a>",
  'END:VEVENT;BEGIN:VEVENT:x,y\\nz',
  '{event} {name} $& $1 %s',
  '\u202eevil\u202c \u200b\ufeff 😀 ünï',
  'x'.repeat(255),
  ...lines.map((text) => `Name${text.replaceAll(/[\r\n\u0085\u2028]/g, ' ')}`),
]

const headerNames = ({ mail }: ReceivedMail): string[] => mail.headers.map(({ key }) => key).sort()

const plain = [
  ...[
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'in-reply-to',
    'message-id',
    'mime-version',
    'references',
    'reply-to',
    'subject',
    'to',
  ],
  'x-auto-response-suppress',
]

/** Every tag that we write, and no other: with attributes of ours, none of which runs anything. */
const tags = 'html|head|meta|title|style|body|table|tr|td|p|h1|a|br|strong|span|s'
const attributes = [
  'lang="[a-z]{2}"|charset="utf-8"|name="[a-z-]+"|content="[a-z0-9=\\- ]+"|class="[a-z ]+"|role="presentation"|aria-hidden="true"',
  '(?:cellpadding|cellspacing|border|width)="[0-9%]+"|(?:v?align)="[a-z]+"|bgcolor="#[0-9a-f]{6}"|style="[A-Za-z0-9:;#,./% -]+"|href="https?:[^"<>]*"',
].join('|')
const ours = new RegExp(`^<(?:!doctype html|/(?:${tags})|(?:${tags})(?: (?:${attributes}))*)>$`)

const assertHarmless = (received: readonly ReceivedMail[], people: readonly string[]): void => {
  assert.deepEqual(received.map(recipientOf).sort(), [...people].sort())
  for (const one of received) {
    assert.deepEqual(headerNames(one), plain)
    assert.deepEqual(
      one.mail.to?.map(({ address }) => address),
      one.envelopeTo,
    )
    assert.equal(one.mail.from?.address, 'no-reply@book.test')
    assert.ok(one.mail.replyTo?.every(({ address }) => people.includes(address ?? '')) && one.mail.replyTo.length === 1)
    assert.deepEqual([one.mail.cc, one.mail.bcc], [undefined, undefined])
    for (const tag of one.html.match(/<[^>]*>/g) ?? []) assert.match(tag, ours)
    assert.equal(one.calendar?.events.length, 1)
    for (const attendee of one.calendar?.event.attendees ?? [])
      assert.ok(people.includes(String(attendee.getFirstValue()).replace('mailto:', '')))
    assert.ok(one.mail.attachments.every(({ filename }) => filename === 'invite.ics' || filename === null))
    assert.equal(one.mail.attachments.length, 2)
  }
}

describe('hostile texts', () => {
  test('in names, subjects, answers, places and reasons change no header and no recipient, and add no second entry (G4)', async () => {
    const bookings: { people: string[]; event: string; token: string; reason: string }[] = []
    const booked = await app.mailDuring(async () => {
      for (const [index, text] of hostile.entries()) {
        const host = await aMember(app, owner, { name: `h${index} ${text}`.slice(0, 255) }).catch(() =>
          aMember(app, owner),
        )
        const eventType = await anEventType(app, host, {
          active: true,
          name: text.slice(0, 55),
          locations: [{ kind: 'ask_invitee' }],
        })
        await app.run(configureEventType, host.principal, {
          uuid: eventType.id,
          custom_questions: [{ name: text.slice(0, 200), type: 'text', position: 0, required: false, enabled: true }],
        })
        const invitee = { ...anInviteeNamed(), name: text }
        const guest = `guest.${index}@client.test`
        const answer = `${text}${lines.join('')}\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR`
        const { event } = await aBooking(app, host, eventType, {
          start_time: later(),
          invitee,
          event_guests: [guest],
          location: { kind: 'ask_invitee', location: text },
          questions_and_answers: [{ question: text.slice(0, 200), answer, position: 0 }],
        })
        bookings.push({
          people: [host.email, invitee.email, guest],
          event,
          token: host.token,
          reason: answer.slice(0, 200),
        })
      }
    })
    const canceled = await app.mailDuring(async () => {
      for (const { event, token, reason } of bookings)
        assertStatus(await app.ask(`POST ${event}/cancellation`, { token, body: { reason } }), 200)
    })
    for (const { people } of bookings)
      for (const received of [booked, canceled])
        assertHarmless(
          received.filter((one) => people.includes(recipientOf(one))),
          people,
        )
    assert.deepEqual([booked.length, canceled.length], [hostile.length * 3, hostile.length * 3])
  })

  test('a name that is an address is not put before those whom strangers name', async () => {
    const host = await aMember(app, owner)
    const eventType = await anEventType(app, host, { active: true })
    for (const name of ['Win at https://elsewhere.test/prize', 'www.elsewhere.test', 'elsewhere.test/prize']) {
      const invitee = { ...anInviteeNamed(), name }
      const received = await app.mailDuring(() =>
        aBooking(app, host, eventType, { start_time: later(), invitee, event_guests: ['named@client.test'] }),
      )
      for (const one of received.filter((mail) => recipientOf(mail) !== host.email)) {
        assert.ok(
          !`${one.subject} ${one.text} ${one.html} ${one.calendar?.text.replaceAll('\r\n ', '')}`.includes(
            'elsewhere.test',
          ),
          one.text,
        )
      }
    }
  })
})
