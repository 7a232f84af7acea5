import type { Deadline, ServiceFault } from '#integrations/index.ts'
import type { ConferenceToMake } from '../conference.ts'

export type { ConferenceToMake } from '../conference.ts'

export interface MadeConference {
  /** By which the service knows it. */
  readonly foreignId: string
  /** At which everybody joins. A link that starts the meeting as its host is never given, stored, or logged. */
  readonly joinUrl: string
  /** What `location.data` shows, if there is more to know. */
  readonly data: Readonly<Record<string, unknown>> | null
}

/** A service that makes conferences, with one account. */
export interface ConferenceProvider {
  /** `wasTried`: an earlier request may have made it, so services without a key look for it first. */
  create(conference: ConferenceToMake, wasTried: boolean, deadline: Deadline): Promise<MadeConference | ServiceFault>
  update(
    foreignId: string,
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<MadeConference | 'gone' | ServiceFault>
  /** The one that an earlier request may have made; undefined when there is none. */
  find(
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<{ readonly foreignId: string } | ServiceFault | undefined>
  /** What is gone is removed. */
  remove(foreignId: string, deadline: Deadline): Promise<ServiceFault | undefined>
}

const maxJoinUrlLength = 2048

/** Whether people can be sent there. */
export const isJoinUrl = (url: string): boolean => {
  if (url.length > maxJoinUrlLength || !URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === ''
}
