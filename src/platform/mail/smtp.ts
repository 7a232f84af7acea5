import { setImmediate as nextRound } from 'node:timers/promises'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Mail, Mailer, MailOutcome } from './mail.ts'
import { writeMessage } from './mime.ts'
import { openSmtp, sendOver, smtpFaultOf } from './smtp-connection.ts'

/** Some servers take no more over one connection. */
const maxMessages = 100
/** Well under the lease of a job, so that no other process begins while we still try. */
const wholeMilliseconds = 40_000

/** Sends through an SMTP server, over connections that are kept until one side closes them. */
export const smtpMailer = (url: string, withinMilliseconds = wholeMilliseconds): Mailer => {
  const idle = new Map<SMTPConnection, number>()
  let isClosed = false

  const send = async (mail: Mail): Promise<void> => {
    const message = writeMessage(mail)
    const envelope = { from: mail.from.address, to: mail.to.address }
    const signal = AbortSignal.timeout(withinMilliseconds)
    for (;;) {
      const [kept, sent = 0] = takeIdle(idle)
      const connection = kept ?? (await open(signal))
      const lastReply = connection.lastServerResponse
      try {
        await sendOver(connection, signal, envelope, message)
      } catch (error) {
        // The server closed a kept connection before it answered anything to this message: another one is safe.
        if (kept && connection.lastServerResponse === lastReply && !signal.aborted) continue
        throw error
      }
      // A reply that nobody asked for closes the connection first; taken for the next answer, it would pass for a mail
      // that was sent.
      await nextRound()
      if (isClosed || sent + 1 >= maxMessages) connection.quit()
      else if (!connection.destroyed) idle.set(connection, sent + 1)
      return
    }
  }

  const open = async (signal: AbortSignal): Promise<SMTPConnection> => {
    const connection = await openSmtp(url, signal)
    return connection.once('end', () => idle.delete(connection))
  }

  return {
    send: async (mail) => {
      if (isClosed) return { kind: 'unreachable', code: 'closed' }
      try {
        await send(mail)
        return { kind: 'accepted' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => {
      isClosed = true
      for (const connection of idle.keys()) connection.quit()
      idle.clear()
    },
  }
}

const takeIdle = (idle: Map<SMTPConnection, number>): readonly [SMTPConnection, number] | readonly [] => {
  const [taken] = idle
  if (!taken) return []
  idle.delete(taken[0])
  return taken
}

/**
 * Only what the server says about the recipient is final. Anything else that it refuses may be about our sign-in, its
 * settings or its load, and a person can put it right.
 */
const outcomeOf = (error: unknown): MailOutcome => {
  const fault = smtpFaultOf(error)
  if (!fault) throw error
  switch (fault.kind) {
    case 'refused':
      return { kind: fault.code >= 500 && fault.command === 'RCPT TO' ? 'refused' : 'deferred', code: fault.code }
    case 'unencrypted':
      return { kind: 'unreachable', code: 'ETLS' }
    case 'timed_out':
      return fault
    case 'failed':
      return { kind: 'unreachable', code: fault.code }
  }
}
