import { openSmtp, smtpFaultOf } from './smtp-connection.ts'

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

const withinMilliseconds = 30_000

/** Connects, turns to TLS and signs in as a message would be sent, and sends none. */
export const reachSmtp = async (url: string): Promise<SmtpStatus> => {
  try {
    const connection = await openSmtp(url, AbortSignal.timeout(withinMilliseconds))
    connection.quit()
    return { kind: 'ready', isEncrypted: connection.secure }
  } catch (error) {
    return statusAfter(error)
  }
}

const statusAfter = (error: unknown): SmtpStatus => {
  const fault = smtpFaultOf(error)
  if (!fault) throw error
  if (fault.kind === 'timed_out' || fault.kind === 'unencrypted') return fault
  if (fault.kind === 'refused')
    return { kind: fault.command.startsWith('AUTH') ? 'sign_in_refused' : 'refused', code: fault.code }
  return { kind: /CERT|SIGNATURE|ISSUER|ALTNAME/.test(fault.code) ? 'untrusted' : 'unreachable', code: fault.code }
}
