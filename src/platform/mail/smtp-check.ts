import { SmtpConnection, SmtpRefusal, smtpServerOf } from './smtp-connection.ts'

/** What stands between us and a server that takes our mail. */
export type SmtpStatus =
  | { readonly kind: 'ready'; readonly isEncrypted: boolean }
  /** It offers no TLS, and a password or the address asks for it. */
  | { readonly kind: 'unencrypted' }
  | { readonly kind: 'sign_in_refused'; readonly code: number }
  | { readonly kind: 'refused'; readonly code: number }
  /** The server's certificate is not valid for its name. */
  | { readonly kind: 'untrusted'; readonly code: string }
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'timed_out' }

/** Connects, greets, turns to TLS and signs in as a message would be sent, and sends none. */
export const reachSmtp = async (url: string): Promise<SmtpStatus> => {
  try {
    const connection = await SmtpConnection.open(smtpServerOf(url), 30_000)
    connection.close()
    return { kind: 'ready', isEncrypted: connection.isEncrypted }
  } catch (error) {
    return statusAfter(error)
  }
}

const statusAfter = (error: unknown): SmtpStatus => {
  if (error instanceof SmtpRefusal) return { kind: error.command === 'AUTH' ? 'sign_in_refused' : 'refused', code: error.code }
  const { code = '' } = error as { readonly code?: string }
  if (code === 'ETLS') return { kind: 'unencrypted' }
  if (code === 'ETIMEDOUT') return { kind: 'timed_out' }
  return { kind: /CERT|SIGNATURE|ISSUER|ALTNAME/.test(code) ? 'untrusted' : 'unreachable', code }
}
