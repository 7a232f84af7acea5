import { createHash } from 'node:crypto'
import type { ConferenceKind } from '#event-types/index.ts'
import type { SealedAccount, ServiceFault, ServiceFaultCode } from '#integrations/index.ts'
import { day } from '#platform/time/durations.ts'

/** A conference as a service is told about it: nothing about invitees. */
export interface ConferenceToMake {
  /** The same each time it is asked for: services know by it that it was made already. */
  readonly id: string
  /** Counts what has become of its meeting: the same change may be sent twice. */
  readonly change?: number
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly hosts: readonly { readonly name: string; readonly email: string }[]
}

export const conferenceJob = 'conference'

/** Work for one account waits behind no other. */
export const laneOf = (account: Pick<SealedAccount, 'id' | 'service'> | null): string =>
  account ? `conference ${account.service} ${account.id}` : conferenceJob

/**
 * Why there is no conference. Most are those of the service. `calendar`: the entry could not be written;
 * `no_conference`: it was, and has none.
 */
export type ConferenceFault = ServiceFaultCode | 'no_account' | 'calendar' | 'no_conference'

/** How far a conference is at the service that makes it. */
export interface ConferenceState {
  readonly state: 'waiting' | 'retrying' | 'made' | 'failed' | 'gone'
  /** Where it was made, or tried, and for which host. */
  readonly accountId: string | null
  readonly madeFor: string | null
  readonly foreignId: string | null
  readonly requestId: string
  /** Since then there may be one that we do not know of. */
  readonly triedAt: Date | null
  readonly joinUrl: string | null
  readonly data: Readonly<Record<string, unknown>> | null
  /** The digest of what the service was told. */
  readonly written: Buffer | null
  readonly fault: ConferenceFault | null
}

/** A conference, and what its meeting wants of it. */
export interface ConferenceTask extends ConferenceState {
  readonly id: string
  readonly organizationId: string
  readonly scheduledEventId: string
  readonly kind: ConferenceKind
  readonly revision: number
  readonly isWanted: boolean
  /** Made with the entry in the host's calendar. */
  readonly byCalendar: boolean
  /** The first host. */
  readonly membershipId: string
  readonly endsAt: Date
  /** The account at which it is, if that is still connected. */
  readonly at: SealedAccount | null
  /** The account that makes those of the host. */
  readonly target: SealedAccount | null
  /** Null when the meeting was deleted. */
  readonly meeting: {
    readonly name: string
    readonly startsAt: Date
    readonly endsAt: Date
    readonly hosts: readonly { readonly name: string; readonly email: string }[]
  } | null
}

/** What has to be done next. Each is one request, or two where it is not known whether there is one. */
export type ConferenceStep =
  | { readonly kind: 'nothing' }
  /** Nobody can make it. */
  | { readonly kind: 'fail'; readonly fault: ConferenceFault }
  /** It is where we cannot reach it any more. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'create'; readonly account: SealedAccount; readonly meeting: ConferenceToMake }
  | { readonly kind: 'update'; readonly account: SealedAccount; readonly meeting: ConferenceToMake }
  | { readonly kind: 'remove'; readonly account: SealedAccount }
  /** It was asked for, and the answer never came: it is found under its key, and removed. */
  | { readonly kind: 'withdraw'; readonly account: SealedAccount; readonly meeting: ConferenceToMake }

export const nextStep = (task: ConferenceTask, now: Date): ConferenceStep => {
  const { at, target, isWanted, byCalendar, madeFor, membershipId, foreignId, triedAt } = task
  const meeting = conferenceOf(task)
  const mayExist = foreignId !== null || triedAt !== null
  const isInPlace = isWanted && !byCalendar && at !== null && at.id === target?.id && madeFor === membershipId
  if (mayExist && !isInPlace) {
    if (!at) return { kind: 'forget' }
    if (foreignId !== null) return { kind: 'remove', account: at }
    return meeting ? { kind: 'withdraw', account: at, meeting } : { kind: 'forget' }
  }
  if (!isWanted || byCalendar || !meeting || task.state === 'failed') return { kind: 'nothing' }
  if (foreignId === null) {
    if (!target) return { kind: 'fail', fault: 'no_account' }
    return meeting.startsAt > now
      ? { kind: 'create', account: target, meeting }
      : { kind: 'fail', fault: task.fault ?? 'timed_out' }
  }
  if (!at || meeting.endsAt <= now || task.written?.equals(digestOf(meeting))) return { kind: 'nothing' }
  return { kind: 'update', account: at, meeting }
}

const conferenceOf = ({ meeting, requestId, revision }: ConferenceTask): ConferenceToMake | null =>
  meeting && { id: requestId, change: revision, ...meeting }

/** Of what the service is told about a meeting. */
export const digestOf = ({ name, startsAt, endsAt, hosts }: Omit<ConferenceToMake, 'id'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, startsAt.getTime(), endsAt.getTime(), hosts.map((host) => [host.name, host.email])]))
    .digest()

/** How long after a meeting its conference is still removed where that failed. */
const removalMilliseconds = day

/** Whether a request that failed is sent again: until the meeting begins, or for a day after it where it must go. */
export const isWorthwhile = (step: ConferenceStep['kind'], task: ConferenceTask, now: Date): boolean => {
  if (step === 'create') return task.meeting !== null && task.meeting.startsAt > now
  if (step === 'update') return task.endsAt > now
  return task.endsAt.getTime() + removalMilliseconds > now.getTime()
}

/** The answer was no: nothing was made by this request. */
export const isRefusal = ({ fault, isFinal }: ServiceFault): boolean =>
  isFinal || ['wrong_client', 'forbidden', 'not_allowed', 'unknown_name', 'certificate'].includes(fault)
