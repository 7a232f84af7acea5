import type { SendMailOptions } from 'nodemailer/lib/mailer'
import { type Mail, type Mailbox, onOneLine } from './mail.ts'

const named = ({ name, address }: Mailbox): { name: string; address: string } => ({ name: onOneLine(name, 100), address })

/**
 * For the library that writes MIME. Addresses go as objects, so nothing in a name is read as another recipient; files and
 * addresses of the net are never followed, whatever stands in a text.
 */
export const composed = ({ messageId, date, to, from, replyTo, thread, subject, text, html, calendar, unsubscribe }: Mail): SendMailOptions => ({
  messageId,
  date,
  from: named(from),
  to: [named(to)],
  envelope: { from: from.address, to: [to.address] },
  ...(replyTo ? { replyTo: named(replyTo) } : {}),
  ...(thread === undefined ? {} : { references: thread, inReplyTo: thread }),
  subject: onOneLine(subject),
  // Said here, because finding out what fits best takes the library longer than the encoding.
  textEncoding: 'quoted-printable',
  text,
  html,
  ...(calendar ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.content } } : {}),
  // Nobody's out-of-office note should answer this (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  // Without RFC 8058: that would have a mail program post where nobody has asked to.
  ...(unsubscribe === undefined ? {} : { list: { unsubscribe } }),
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})
