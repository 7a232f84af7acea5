import { patience, type SmtpError } from './smtp.ts'

/** What stands between us and a server that takes our mail. */
export type SmtpStatus =
  | { readonly kind: 'ready'; readonly isEncrypted: boolean }
  | { readonly kind: 'sign_in_refused'; readonly code: number }
  | { readonly kind: 'refused'; readonly code: number }
  /** The server's certificate is not valid for its name. */
  | { readonly kind: 'untrusted'; readonly code: string }
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'timed_out' }

/** Connects, greets, turns to TLS and signs in as a message would be sent, and sends none. */
export const reachSmtp = async (url: string): Promise<SmtpStatus> => {
  const found = await verify(url)
  if (found !== undefined) return found
  // As it is set, TLS is for when the server offers it: insisting on it shows whether it does.
  return { kind: 'ready', isEncrypted: (await verify(url, { requireTLS: true })) === undefined }
}

const verify = async (url: string, more: { readonly requireTLS?: boolean } = {}): Promise<SmtpStatus | undefined> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...patience, ...more })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return reachAfter(error as SmtpError)
  } finally {
    transport.close()
  }
}

const reachAfter = ({ code = '', originalCode, responseCode = 0, command = '' }: SmtpError): SmtpStatus => {
  if (responseCode > 0) return { kind: command.startsWith('AUTH') ? 'sign_in_refused' : 'refused', code: responseCode }
  if (code === 'ETIMEDOUT') return { kind: 'timed_out' }
  const cause = originalCode ?? code
  return { kind: /CERT|SIGNATURE|ISSUER/.test(cause) ? 'untrusted' : 'unreachable', code: cause }
}
