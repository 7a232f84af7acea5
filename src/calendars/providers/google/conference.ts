import { z } from 'zod'
import { faultOf, isFault, type RestClient } from '#integrations/index.ts'
import type { EntryToWrite } from '../../entry.ts'
import type { ProviderFault } from '../fault.ts'
import type { EntryConference, WrittenEntry } from '../provider.ts'
import { calendarUrl } from './google-client.ts'

const ConferenceData = z.looseObject({
  createRequest: z.looseObject({ status: z.looseObject({ statusCode: z.string() }).optional() }).optional(),
  entryPoints: z.array(z.looseObject({ entryPointType: z.string(), uri: z.string().optional() })).optional(),
})

const WithConference = z.looseObject({ hangoutLink: z.string().optional(), conferenceData: ConferenceData.optional() })

/** A second request with the same ID is ignored. */
const requestFor = (conferenceId: string) => ({
  createRequest: { requestId: conferenceId, conferenceSolutionKey: { type: 'hangoutsMeet' } },
})

/**
 * How an event asks for a conference. With version 0, which is the default, Google looks at no conference data: what an
 * event has got it keeps.
 */
export const askingFor = ({ conferenceId }: EntryToWrite, there?: unknown) =>
  conferenceId === undefined || linkIn(there) !== undefined
    ? { query: '', body: {} }
    : { query: '&conferenceDataVersion=1', body: { conferenceData: requestFor(conferenceId) } }

const linkIn = (event: unknown): string | undefined => {
  const { hangoutLink, conferenceData } = WithConference.safeParse(event).data ?? {}
  const video = conferenceData?.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')
  return video?.uri ?? hangoutLink
}

export const readConference = async (
  client: RestClient,
  calendarId: string,
  { foreignId }: WrittenEntry,
): Promise<EntryConference | ProviderFault> => {
  const url = `${calendarUrl(calendarId)}/events/${foreignId}?fields=hangoutLink,conferenceData`
  const answer = await client.ask({ method: 'GET', url }, 200)
  if (isFault(answer)) return answer
  const read = WithConference.safeParse(answer.body)
  if (!read.success) return faultOf('bad_answer')
  const joinUrl = linkIn(read.data)
  if (joinUrl !== undefined) return { state: 'made', joinUrl }
  const isPending = read.data.conferenceData?.createRequest?.status?.statusCode === 'pending'
  return { state: isPending ? 'pending' : 'none' }
}
