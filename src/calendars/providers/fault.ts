import type { RequestOutcome } from '#platform/net/outgoing.ts'

/** Why a calendar service did not give what was asked for. */
export interface ProviderFault {
  readonly fault:
    | 'wrong_credentials'
    | 'revoked'
    | 'revoked_in_testing'
    | 'consent_expired'
    | 'consent_incomplete'
    | 'wrong_client'
    | 'forbidden'
    | 'gone'
    | 'not_allowed'
    | 'unknown_name'
    | 'unreachable'
    | 'certificate'
    | 'timed_out'
    | 'busy'
    | 'server_error'
    | 'not_a_calendar'
    | 'no_calendars'
    | 'too_large'
    | 'bad_answer'
    | 'conflict'
    | 'cursor_expired'
    | 'silent'
  /** What the owner can do about it. */
  readonly message: string
  /** It will not mend itself: only the owner can. */
  readonly isFinal: boolean
  /** When the service asks to be left alone for a while. */
  readonly retryAfterSeconds?: number | undefined
}

const sentences: Readonly<Record<ProviderFault['fault'], string>> = {
  wrong_credentials:
    'The calendar server does not accept this user name and password. Services with two-step sign-in, such as iCloud and Fastmail, need an app password: make one in the settings of your account there.',
  revoked:
    'The calendar service has ended the access of this service: it was revoked there, the password was changed, or it was not used for months. Connect the calendar again.',
  revoked_in_testing:
    'Google has ended the access of this service after seven days, as it does while the consent screen of the operator is in testing. Connect the calendar again, and ask the operator to publish it.',
  consent_expired: 'The consent has expired or was used already. Begin again.',
  consent_incomplete: 'Not everything was allowed that is needed to read and write the calendar. Begin again, and leave every box ticked.',
  wrong_client: 'The calendar service does not know this installation. Its operator must check the client id and the secret in the settings.',
  forbidden: 'The calendar server does not let this account read the calendar. Check there who may see it.',
  gone: 'There is no calendar at this address any more. Check the address, or connect the calendar again.',
  not_allowed: 'This address cannot be used: calendars are reached by https on the open internet. The operator of this service can allow others.',
  unknown_name: 'No server has this name. Check the address for a typing mistake.',
  unreachable: 'The calendar server cannot be reached at the moment.',
  certificate: 'The certificate of the calendar server is not valid, so nothing was sent to it. Its operator must renew it.',
  timed_out: 'The calendar server did not answer in time.',
  busy: 'The calendar server asks to be left alone for a while.',
  server_error: 'The calendar server had an error of its own.',
  not_a_calendar: 'What this address gives is not a calendar. An address of a feed often ends in .ics; copy it from the sharing settings of your calendar.',
  no_calendars: 'This account has no calendar with events.',
  too_large: 'The calendar is larger than 20 MB.',
  bad_answer: 'The calendar server gave an answer that could not be read to its end.',
  conflict: 'The event was changed on the calendar server in the same moment.',
  cursor_expired: 'The calendar service has forgotten where the last look ended.',
  silent: 'The calendar has not been read for a day.',
}

/** Which fault a sentence is about, for those who say it in another language. */
export const faultSaying = (message: string): ProviderFault['fault'] | undefined =>
  (Object.keys(sentences) as ProviderFault['fault'][]).find((fault) => sentences[fault] === message)

const finalFaults: readonly ProviderFault['fault'][] = ['wrong_credentials', 'revoked', 'revoked_in_testing', 'gone']

export const faultOf = (fault: ProviderFault['fault'], retryAfterSeconds?: number): ProviderFault => ({
  fault,
  message: sentences[fault],
  isFinal: finalFaults.includes(fault),
  retryAfterSeconds,
})

/** The other side could not be reached, or did not answer. */
export const isAway = ({ fault }: ProviderFault): boolean => fault === 'unreachable' || fault === 'timed_out' || fault === 'unknown_name'

/** It would be the same for every request with this account: no other is worth a try. */
export const concernsAccount = (fault: ProviderFault): boolean =>
  isAway(fault) || ['wrong_credentials', 'revoked', 'revoked_in_testing', 'wrong_client', 'not_allowed', 'certificate', 'busy'].includes(fault.fault)

/** The same in one type, told apart by a field that only a fault has. */
export const isFault = <T extends object>(answer: T | ProviderFault): answer is ProviderFault => 'fault' in answer

export type Answered = Extract<RequestOutcome, { kind: 'answered' }>

/** An answer with one of these statuses, or what stood against it. */
export const expecting = (outcome: RequestOutcome, ...statuses: readonly number[]): Answered | ProviderFault => {
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

const faultOfStatus = ({ status, headers }: Answered): ProviderFault => {
  if (status === 401) return faultOf('wrong_credentials')
  if (status === 403) return faultOf('forbidden')
  if (status === 404 || status === 410) return faultOf('gone')
  if (status === 412) return faultOf('conflict')
  if (status === 429 || status === 503) return faultOf('busy', secondsFrom(headers['retry-after']))
  return faultOf(status >= 500 ? 'server_error' : 'bad_answer')
}

export const secondsFrom = (text: string | undefined): number | undefined => (text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined)
