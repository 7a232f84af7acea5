import { isIP } from 'node:net'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** How long the server may take to connect and greet, and to answer a command. */
const connectMilliseconds = 10_000
const silenceMilliseconds = 15_000
const maxReplyBytes = 65_536

/** Connects as `SMTP_URL` says, turns to TLS and signs in. Closed when the signal aborts. */
export const openSmtp = async (url: string, signal: AbortSignal): Promise<SMTPConnection> => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const ignoreTLS = searchParams.get('ignoreTLS') === 'true'
  const connection = new SMTPConnection({
    host,
    port: port === '' ? undefined : Number(port),
    secure: protocol === 'smtps:',
    // Somebody between us and the server could remove its offer of TLS, and read the password.
    requireTLS: searchParams.get('requireTLS') === 'true' || (username !== '' && !ignoreTLS),
    ignoreTLS,
    tls: { rejectUnauthorized: searchParams.get('tls.rejectUnauthorized') !== 'false' },
    servername: isIP(host) ? undefined : host,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: silenceMilliseconds,
    maxResponseSize: maxReplyBytes,
  })
  // Each step below fails with the error; this keeps one that strikes between two steps from ending the process.
  connection.on('error', () => {})
  await step(connection, signal, (done) => connection.connect(done))
  if (username !== '') {
    const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    await step(connection, signal, (done) => connection.login(auth, done))
  }
  return connection
}

export const sendOver = (
  connection: SMTPConnection,
  signal: AbortSignal,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
): Promise<void> => step(connection, signal, (done) => connection.send({ ...envelope }, message, done))

/** One exchange with the server. A connection on which one failed is closed. */
const step = async (
  connection: SMTPConnection,
  signal: AbortSignal,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> => {
  let abort = (): void => {}
  try {
    await new Promise<void>((resolve, reject) => {
      abort = () => reject(signal.reason)
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort)
      connection.once('error', reject)
      start((error) => (error ? reject(error) : resolve()))
    })
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    connection.removeAllListeners('error').on('error', () => {})
  }
}

/** What the server refused, or the code of what went wrong on the way to it. */
export type SmtpFault =
  | { readonly kind: 'refused'; readonly command: string; readonly code: number }
  | { readonly kind: 'unencrypted' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'failed'; readonly code: string }

/** Undefined for an error that is not about the server: that is a bug of ours. */
export const smtpFaultOf = (error: unknown): SmtpFault | undefined => {
  const { name, code, originalCode = code, responseCode = 0, command = '' } = error as Partial<NodemailerError>
  if (name === 'TimeoutError' || code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return { kind: 'timed_out' }
  if (command === 'STARTTLS') return { kind: 'unencrypted' }
  if (responseCode >= 400 && responseCode < 600) return { kind: 'refused', command, code: responseCode }
  return originalCode === undefined ? undefined : { kind: 'failed', code: originalCode }
}
