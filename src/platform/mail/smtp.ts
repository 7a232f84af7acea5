import type { Mail, Mailer, MailOutcome } from './mail.ts'

/** Of all that is sent at once. The lanes of the queue allow no more. */
const maxConnections = 10

/** Well under the lease of a job: nobody else begins while we still try. */
const wholeMilliseconds = 40_000

/** Every wait has an end. */
export const patience = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Sends through an SMTP server, over connections that are kept. The client is loaded with the first message. */
export const smtpMailer = (url: string): Mailer => {
  let transport: Promise<Transport> | undefined
  let closed = false
  return {
    send: async (mail) => {
      if (closed) return { kind: 'unreachable', code: 'closed' }
      transport ??= openTransport(url)
      return inTime((await transport)(mail))
    },
    close: () => {
      closed = true
      void transport?.then((open) => open.close())
    },
  }
}

type Transport = ((mail: Mail) => Promise<MailOutcome>) & { close(): void }

const openTransport = async (url: string): Promise<Transport> => {
  const [{ createTransport }, { composed }] = await Promise.all([import('nodemailer'), import('./composing.ts')])
  const pool = createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: 100,
    // The queue tries again, and knows when.
    maxRequeues: 0,
    idleTimeout: 10_000,
    ...patience,
  })
  const send = async (mail: Mail): Promise<MailOutcome> => {
    try {
      await pool.sendMail(composed(mail))
      return { kind: 'accepted' }
    } catch (error) {
      return outcomeOf(error)
    }
  }
  return Object.assign(send, { close: () => pool.close() })
}

export interface SmtpError {
  readonly code?: string
  /** What the machine called it: `ECONNREFUSED`, where the code says only that the socket failed. */
  readonly originalCode?: string
  readonly responseCode?: number
  readonly command?: string
}

/**
 * Only what the server says about the recipient is final. Anything else that it refuses may be about our sign-in, its
 * settings or its mood that day, and a person can put it right.
 */
const outcomeOf = (error: unknown): MailOutcome => {
  if (!(error instanceof Error)) throw error
  const { code, originalCode, responseCode, command } = error as SmtpError
  if (responseCode !== undefined && responseCode > 0) {
    const isFinal = responseCode >= 500 && command === 'RCPT TO'
    return { kind: isFinal ? 'refused' : 'deferred', code: responseCode }
  }
  if (code === 'ETIMEDOUT') return { kind: 'timed_out' }
  if (code === undefined || !fromOutside.has(code)) throw error
  return { kind: 'unreachable', code: originalCode ?? code }
}

/** What the other side and the way to it can do. Everything else is our own mistake. */
const fromOutside = new Set([
  ...['ECONNECTION', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH', 'ENOAUTH', 'EREQUIRETLS', 'EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EMAXLIMIT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROXY'],
])

/** A server that trickles its answers keeps every other limit of time. */
const inTime = (sending: Promise<MailOutcome>): Promise<MailOutcome> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ kind: 'timed_out' }), wholeMilliseconds)
    timer.unref()
    sending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
