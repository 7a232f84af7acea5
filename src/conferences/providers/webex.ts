import { z } from 'zod'
import {
  type AccessTokens,
  type Deadline,
  faultOf,
  isFault,
  type ReadRefusal,
  type ServiceFault,
  secondsFrom,
} from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { day, minute } from '#platform/time/durations.ts'
import { madeConference } from './made-conference.ts'
import type { ConferenceToMake, MadeConference } from './provider.ts'
import { accountNameAt, RestAccount } from './rest-account.ts'

const apiUrl = 'https://webexapis.com/v1'

/** What is read of a meeting. Whoever has its `hostKey` is its host: it is left out here, and goes no further. */
const Meeting = z.object({
  id: z.string().min(1),
  webLink: z.string(),
  password: z.string().optional(),
  telephony: z
    .object({
      callInNumbers: z
        .array(
          z.object({
            label: z.string().optional(),
            callInNumber: z.string(),
            tollType: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})

const Found = z.object({ items: z.array(z.object({ id: z.string().min(1) })).default([]) })

const maxTitleLength = 128
const shortest = 10 * minute
/** Where to look for a meeting that may have been moved since it was made. */
const farthest = 366 * day

/** The account of a host at Webex. */
export class WebexProvider extends RestAccount {
  readonly #now: Date

  constructor(outgoing: Outgoing, tokens: AccessTokens, now: Date) {
    super(outgoing, tokens, readRefusal)
    this.#now = now
  }

  /** Its tag tells whether there is one already. */
  protected async make(conference: ConferenceToMake, deadline: Deadline): Promise<MadeConference | ServiceFault> {
    const body = { ...meetingOf(conference), integrationTags: [conference.id] }
    const answer = await this.client(deadline).ask({ method: 'POST', url: `${apiUrl}/meetings`, body }, 200, 201)
    return isFault(answer) ? answer : madeFrom(answer.body)
  }

  async update(
    foreignId: string,
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<MadeConference | 'gone' | ServiceFault> {
    const body = meetingOf(conference)
    const answer = await this.client(deadline).ask({ method: 'PATCH', url: meetingUrl(foreignId), body }, 200, 404)
    if (isFault(answer)) return answer
    return answer.status === 404 ? 'gone' : madeFrom(answer.body)
  }

  async remove(foreignId: string, deadline: Deadline): Promise<ServiceFault | undefined> {
    const answer = await this.client(deadline).ask(
      { method: 'DELETE', url: `${meetingUrl(foreignId)}?sendEmail=false` },
      204,
      404,
    )
    return isFault(answer) ? answer : undefined
  }

  /** Without a range, Webex lists the next seven days. */
  async find(
    { id, endsAt }: ConferenceToMake,
    deadline: Deadline,
  ): Promise<{ readonly foreignId: string } | ServiceFault | undefined> {
    const query = new URLSearchParams({
      integrationTag: id,
      from: this.#now.toISOString(),
      to: new Date(endsAt.getTime() + farthest).toISOString(),
    })
    const answer = await this.client(deadline).ask({ method: 'GET', url: `${apiUrl}/meetings?${query}` }, 200)
    if (isFault(answer)) return answer
    const read = Found.safeParse(answer.body)
    if (!read.success) return faultOf('bad_answer')
    const [found] = read.data.items
    return found && { foreignId: found.id }
  }
}

const meetingUrl = (foreignId: string): string => `${apiUrl}/meetings/${encodeURIComponent(foreignId)}`

/** Nobody gets mail of it from Webex: ours says it. */
const meetingOf = ({ name, startsAt, endsAt }: ConferenceToMake) => ({
  title: [...name].slice(0, maxTitleLength).join(''),
  start: startsAt.toISOString(),
  end: new Date(Math.max(endsAt.getTime(), startsAt.getTime() + shortest)).toISOString(),
  sendEmail: false,
})

const madeFrom = (body: unknown): MadeConference | ServiceFault => {
  const { data: meeting } = Meeting.safeParse(body)
  if (!meeting) return faultOf('bad_answer')
  const { id, webLink, password = null, telephony } = meeting
  const data = { id, telephony: { callInNumbers: telephony?.callInNumbers ?? [] }, password }
  return madeConference({ foreignId: id, joinUrl: webLink, data })
}

/** Webex also asks to wait with 423. */
const readRefusal: ReadRefusal = ({ status, headers }) =>
  status === 423 ? faultOf('busy', secondsFrom(headers)) : undefined

export const webexAccountName = accountNameAt(
  `${apiUrl}/people/me`,
  z.object({ emails: z.array(z.string()).min(1) }),
  ({ emails }) => emails[0] as string,
  readRefusal,
)
