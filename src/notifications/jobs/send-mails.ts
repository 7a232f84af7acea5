import { dirname } from 'node:path'
import { withoutSecret } from '#bookings/index.ts'
import { storedOutcome } from '#contract/delivery-outcome.ts'
import { pictureUrl } from '#contract/picture.ts'
import { delayAfter, nextAttempt } from '#execution/jobs/back-off.ts'
import { type Done, type JobKind, tasksOf } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { hastenLane } from '#execution/store/jobs.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { MailOutcome } from '#platform/mail/mail.ts'
import { renderAccountMail } from '../account-mail.ts'
import { messageIdOf, patienceMilliseconds } from '../mail.ts'
import { isMeetingMail, meetingIn } from '../mail-data.ts'
import { pageAround } from '../mail-layout.ts'
import { mailStyleOf } from '../mail-style.ts'
import { renderMeetingMail } from '../meeting-mail.ts'
import { renderMessageMail } from '../message-mail.ts'
import { renderRequestMail } from '../request-mail.ts'
import {
  deleteOldMails,
  findLinked,
  lacksLink,
  loadPending,
  type MailAttempt,
  mailJob,
  type PendingMail,
  recordAttempts,
} from '../store/mails.ts'
import { type TellingContext, tellOfLink } from './tell-of-link.ts'

type MailSender = Pick<AppContext, 'clock' | 'links' | 'codes' | 'mail' | 'persons'>

/** The stored form of a sent message, and its outcome. */
interface SentMail {
  readonly outcome: MailOutcome
  readonly subject: string
  readonly body: string
}

/** Sends queued mail, retrying for days until a server accepts it. */
export const mailDeliveries = (
  { clock, links, codes, mail: service, persons }: MailSender,
  log: Log,
): JobKind<PendingMail, SentMail> => {
  const logFile = fileLogger(log)
  return {
    name: mailJob,
    load: (tx, jobs) => tasksOf(jobs, (ids) => loadPending(tx, ids, clock.now())),
    act: async ({ id, organizationId, scheduledEventId, recipient, mail, createdAt, brand }) => {
      const style = mailStyleOf(brand.color)
      const rendered = isMeetingMail(mail)
        ? renderMeetingMail(
            mail,
            { links, codes, organizationId, recipient, scheduledEventId },
            { writtenAt: createdAt, now: clock.now() },
            style,
          )
        : mail.kind === 'message'
          ? renderMessageMail(mail, brand.name, { links, codes, organizationId, recipient, scheduledEventId }, style)
          : mail.kind === 'booking_request'
            ? renderRequestMail(mail, organizationId, { links, codes }, style)
            : renderAccountMail(mail, { links, codes }, style)
      const { replyTo, senderName } = rendered
      const outcome = await service.mailer.send({
        messageId: messageIdOf(id, service.from.address),
        date: createdAt,
        from: { name: senderName ?? service.from.name, address: service.from.address },
        to: { name: 'name' in mail && !('inviter' in mail) ? mail.name : '', address: recipient },
        ...(replyTo ? { replyTo: { name: replyTo.name, address: replyTo.email } } : {}),
        thread: rendered.thread,
        subject: rendered.subject,
        text: rendered.text,
        html: pageAround(rendered, mail.locale, style, {
          ...brand,
          logoUrl: pictureUrl(links, brand.logoUrl),
          site: links.site,
        }),
        calendar: rendered.calendar,
        unsubscribe: rendered.unsubscribe,
      })
      if (outcome.kind === 'written') logFile(outcome.file)
      else if (outcome.kind !== 'accepted')
        log.warn({ mail: id, outcome: recorded(outcome) }, 'a message could not be sent')
      const invitee = meetingIn(mail)?.invitee ?? null
      const body = invitee
        ? withoutSecret(codes, rendered.html, { id: invitee.id, organizationId }, recipient)
        : rendered.html
      return { outcome, subject: rendered.subject, body }
    },
    isAway: ({ outcome }) => outcome.kind === 'unreachable' || outcome.kind === 'timed_out',
    isRefused: ({ outcome }) => !isTaken(outcome),
    settle: (tx, done) => settle(tx, done, { links, persons, sender: service.from.address }, clock.now()),
  }
}

/**
 * The operator gets one log line about where messages are written while there is no server; single files are logged at
 * debug level.
 */
const fileLogger = (log: Log): ((file: string) => void) => {
  let isFolderLogged = false
  return (file) => {
    if (!isFolderLogged)
      log.info({ folder: dirname(file) }, 'no SMTP server is set, so messages are written to files in this folder')
    isFolderLogged = true
    log.debug({ file }, 'a message was written to a file')
  }
}

const isTaken = ({ kind }: MailOutcome): boolean => kind === 'accepted' || kind === 'written'

const settle = async (
  tx: Tx,
  done: readonly Done<PendingMail, SentMail>[],
  { sender, ...context }: TellingContext & { readonly sender: string },
  now: Date,
): Promise<ReadonlyMap<number, Date>> => {
  const again = new Map<number, Date>()
  const attempts = done.map(({ job, task, outcome: { outcome, subject, body } }): MailAttempt => {
    const isSent = isTaken(outcome)
    const next =
      isSent || outcome.kind === 'refused'
        ? undefined
        : nextAttempt(task.firstFailedAt ?? now, now, delayAfter(job.attempts), patienceMilliseconds)
    if (next) again.set(job.id, next)
    const isKept = isSent && meetingIn(task.mail) !== undefined && task.scheduledEventId !== null
    return {
      id: task.id,
      status: isSent ? 'sent' : next ? 'pending' : 'failed',
      outcome: recorded(outcome),
      subject: isKept ? subject : null,
      body: isKept ? body : null,
      sender,
      lacksLink: lacksLink(task.mail),
    }
  })
  await recordAttempts(tx, attempts, now)
  const late = done.flatMap(({ task }) => (lacksLink(task.mail) ? (task.scheduledEventId ?? []) : []))
  for (const meeting of await findLinked(tx, late)) await tellOfLink(tx, context, meeting, now)
  // The server is back: messages that were put off are tried at once.
  const recovered = done
    .filter(({ job, outcome: { outcome } }) => job.attempts > 1 && outcome.kind === 'accepted')
    .map(({ job }) => job.lane)
  for (const lane of new Set(recovered)) await hastenLane(tx, lane, now)
  return again
}

/** For the history. Without the server's own text, which may name the recipient. */
const recorded = (outcome: MailOutcome): string => {
  switch (outcome.kind) {
    case 'accepted':
      return storedOutcome('accepted')
    case 'written':
      return storedOutcome('written')
    case 'refused':
      return storedOutcome('no_recipient', outcome.code)
    case 'deferred':
      return storedOutcome('answered', outcome.code)
    case 'unreachable':
      return storedOutcome('unreachable', outcome.code)
    case 'timed_out':
      return storedOutcome('no_answer')
  }
}

/** Deletes a batch of old history, and returns whether there is more. */
export const clearMailHistory = async (database: Database, now: Date): Promise<{ readonly more: boolean }> => ({
  more: (await database.write((tx) => deleteOldMails(tx, now))) > 0,
})
