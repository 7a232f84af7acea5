import { z } from 'zod'
import {
  type AccessTokens,
  type Deadline,
  faultOf,
  isFault,
  type ReadRefusal,
  type RestClient,
  type ServiceFault,
  secondsFrom,
} from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { day, minute } from '#platform/time/durations.ts'
import { madeConference } from './made-conference.ts'
import type { ConferenceToMake, MadeConference } from './provider.ts'
import { accountNameAt, RestAccount } from './rest-account.ts'

const apiUrl = 'https://api.zoom.us/v2'

const DialInNumber = z.object({
  number: z.string(),
  country: z.string().optional(),
  type: z.string().optional(),
  city: z.string().optional(),
  country_name: z.string().optional(),
})

/** What is read of a meeting. Whoever has its `start_url` is its host: it is left out here, and goes no further. */
const Meeting = z.object({
  id: z.number(),
  join_url: z.string(),
  password: z.string().optional(),
  settings: z.object({ global_dial_in_numbers: z.array(DialInNumber).optional() }).optional(),
})

const MeetingPage = z.object({
  meetings: z.array(z.object({ id: z.number(), agenda: z.string().optional() })).default([]),
  next_page_token: z.string().optional(),
})

/** `scheduled`, at a certain time. */
const scheduledType = 2
const maxTopicLength = 200
const meetingsAtOnce = 300
const maxPages = 20

/** An account at Zoom: of one host, or of an organization whose hosts are known by their addresses. */
export class ZoomProvider extends RestAccount {
  readonly #isOrganizations: boolean

  constructor(outgoing: Outgoing, tokens: AccessTokens, { isOrganizations }: { readonly isOrganizations: boolean }) {
    super(outgoing, tokens, readRefusal)
    this.#isOrganizations = isOrganizations
  }

  /** The ID in its agenda tells whether there is one already. */
  protected async make(conference: ConferenceToMake, deadline: Deadline): Promise<MadeConference | ServiceFault> {
    const url = `${apiUrl}/users/${this.#userOf(conference)}/meetings`
    const body = { ...meetingOf(conference), settings: { use_pmi: false } }
    const answer = await this.client(deadline).ask({ method: 'POST', url, body }, 201)
    return isFault(answer) ? answer : madeFrom(answer.body)
  }

  async find(
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<{ readonly foreignId: string } | ServiceFault | undefined> {
    return findMeeting(this.client(deadline), this.#userOf(conference), conference.id)
  }

  /** Read before it is written, since the answer to a change is empty. */
  async update(
    foreignId: string,
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<MadeConference | 'gone' | ServiceFault> {
    const client = this.client(deadline)
    const url = meetingUrl(foreignId)
    const there = await client.ask({ method: 'GET', url }, 200, 404)
    if (isFault(there)) return there
    if (there.status === 404) return 'gone'
    const changed = await client.ask({ method: 'PATCH', url, body: meetingOf(conference) }, 204, 404)
    if (isFault(changed)) return changed
    return changed.status === 404 ? 'gone' : madeFrom(there.body)
  }

  /** Nobody gets mail of it from Zoom: ours says it. */
  async remove(foreignId: string, deadline: Deadline): Promise<ServiceFault | undefined> {
    const silently = 'schedule_for_reminder=false&cancel_meeting_reminder=false'
    const answer = await this.client(deadline).ask(
      { method: 'DELETE', url: `${meetingUrl(foreignId)}?${silently}` },
      204,
      404,
    )
    return isFault(answer) ? answer : undefined
  }

  #userOf({ hosts: [host] }: ConferenceToMake): string {
    return this.#isOrganizations && host ? encodeURIComponent(host.email) : 'me'
  }
}

const meetingUrl = (foreignId: string): string => `${apiUrl}/meetings/${encodeURIComponent(foreignId)}`

const meetingOf = ({ id, name, startsAt, endsAt }: ConferenceToMake) => ({
  topic: [...name].slice(0, maxTopicLength).join(''),
  type: scheduledType,
  start_time: startsAt.toISOString().replace(/\.\d+/, ''),
  duration: Math.ceil((endsAt.getTime() - startsAt.getTime()) / minute),
  agenda: tagOf(id),
})

/** Lists shorten an agenda to 250 characters. */
const tagOf = (id: string): string => `Openslot ${id}`

/** The upcoming meeting that has this tag. */
const findMeeting = async (
  client: RestClient,
  user: string,
  id: string,
): Promise<{ readonly foreignId: string } | ServiceFault | undefined> => {
  let page: Readonly<Record<string, string>> = {}
  for (let count = 0; count < maxPages; count += 1) {
    const query = new URLSearchParams({ type: 'upcoming', page_size: String(meetingsAtOnce), ...page })
    const answer = await client.ask({ method: 'GET', url: `${apiUrl}/users/${user}/meetings?${query}` }, 200)
    if (isFault(answer)) return answer
    const read = MeetingPage.safeParse(answer.body)
    if (!read.success) return faultOf('bad_answer')
    const found = read.data.meetings.find(({ agenda }) => agenda?.includes(tagOf(id)))
    if (found) return { foreignId: String(found.id) }
    // Zoom writes an empty token on the last page.
    if (!read.data.next_page_token) return undefined
    page = { next_page_token: read.data.next_page_token }
  }
  return undefined
}

const madeFrom = (body: unknown): MadeConference | ServiceFault => {
  const { data: meeting } = Meeting.safeParse(body)
  if (!meeting) return faultOf('bad_answer')
  const { id, join_url, password = null, settings } = meeting
  const data = {
    id,
    password,
    settings: { global_dial_in_numbers: settings?.global_dial_in_numbers ?? [] },
    extra: null,
  }
  return madeConference({ foreignId: String(id), joinUrl: join_url, data })
}

const missingScope = 4711

/** The limit of a day is not always told in Retry-After; it ends at midnight UTC. */
const readRefusal: ReadRefusal = ({ status, headers }, body) => {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  if (code === missingScope) return faultOf('forbidden')
  if (status !== 429) return undefined
  const isOfDay = headers['x-ratelimit-type'] === 'Daily-limit' || /daily/i.test(String(message))
  return faultOf('busy', secondsFrom(headers) ?? (isOfDay ? secondsToMidnight(headers.date) : undefined))
}

const secondsToMidnight = (date = ''): number | undefined => {
  const now = Date.parse(date)
  return Number.isNaN(now) ? undefined : Math.ceil((day - (now % day)) / 1000)
}

export const zoomAccountName = accountNameAt(
  `${apiUrl}/users/me`,
  z.object({ email: z.string().min(1) }),
  ({ email }) => email,
  readRefusal,
)
