import type { RequestOutcome } from '#platform/net/outgoing.ts'

/** What can go wrong with an account at any service. Rooms have codes of their own besides. */
export type ServiceFaultCode =
  | 'wrong_credentials'
  | 'revoked'
  | 'revoked_in_testing'
  | 'consent_expired'
  | 'consent_incomplete'
  | 'wrong_client'
  | 'forbidden'
  | 'gone'
  | 'conflict'
  | 'cursor_expired'
  | 'not_allowed'
  | 'unknown_name'
  | 'unreachable'
  | 'certificate'
  | 'timed_out'
  | 'busy'
  | 'server_error'
  | 'bad_answer'

/** Why a service did not give what was asked for. */
export interface ServiceFault<Code extends string = ServiceFaultCode> {
  readonly fault: Code
  /** It will not mend itself: only the owner can. */
  readonly isFinal: boolean
  /** When the service asks to be left alone for a while. */
  readonly retryAfterSeconds?: number | undefined
}

const finalFaults: readonly string[] = ['wrong_credentials', 'revoked', 'revoked_in_testing', 'gone']

export const faultOf = <Code extends string>(fault: Code, retryAfterSeconds?: number): ServiceFault<Code> => ({
  fault,
  isFinal: finalFaults.includes(fault),
  retryAfterSeconds,
})

/** The other side could not be reached, or did not answer. */
export const isAway = ({ fault }: ServiceFault<string>): boolean =>
  fault === 'unreachable' || fault === 'timed_out' || fault === 'unknown_name'

/** It would be the same for every request with this account: no other is worth a try. */
export const concernsAccount = (fault: ServiceFault<string>): boolean =>
  isAway(fault) ||
  ['wrong_credentials', 'revoked', 'revoked_in_testing', 'wrong_client', 'not_allowed', 'certificate', 'busy'].includes(
    fault.fault,
  )

/** The same in one type, told apart by a field that only a fault has. */
export const isFault = <T extends object, Code extends string>(
  answer: T | ServiceFault<Code>,
): answer is ServiceFault<Code> => 'fault' in answer

export type Answered = Extract<RequestOutcome, { kind: 'answered' }>

/** An answer with one of these statuses, or what stood against it. */
export const expecting = (outcome: RequestOutcome, ...statuses: readonly number[]): Answered | ServiceFault => {
  switch (outcome.kind) {
    case 'answered':
      if (!statuses.includes(outcome.status)) return faultOfStatus(outcome)
      return outcome.isWhole ? outcome : faultOf('bad_answer')
    case 'refused':
      return faultOf('not_allowed')
    case 'unknown_name':
      return faultOf('unknown_name')
    case 'timed_out':
      return faultOf('timed_out')
    case 'unreachable':
      return faultOf(/CERT|SSL|TLS|ALTNAME/.test(outcome.code) ? 'certificate' : 'unreachable')
  }
}

const faultOfStatus = ({ status, headers }: Answered): ServiceFault => {
  if (status === 401) return faultOf('wrong_credentials')
  if (status === 403) return faultOf('forbidden')
  if (status === 404 || status === 410) return faultOf('gone')
  if (status === 412) return faultOf('conflict')
  if (status === 429 || status === 503) return faultOf('busy', secondsFrom(headers))
  return faultOf(status >= 500 ? 'server_error' : 'bad_answer')
}

/**
 * Retry-After: seconds, or a date in the form of HTTP or, from Zoom, of ISO 8601. A date counts from that of the answer
 * itself. A day at most.
 */
export const secondsFrom = ({
  'retry-after': text,
  date = '',
}: Readonly<Record<string, string>>): number | undefined => {
  if (text === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(date)) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), 86_400)
}
