import { z } from 'zod'
import { faultOf, isFault, type RestClient } from '#integrations/index.ts'
import type { ProviderFault } from '../fault.ts'
import type { EntryConference, WrittenEntry } from '../provider.ts'
import { calendarUrl, eventUrl, preferences } from './graph-client.ts'

const Allowed = z.object({ allowedOnlineMeetingProviders: z.array(z.string()).nullish() })

interface OnlineMeeting {
  readonly isOnlineMeeting?: true
  readonly onlineMeetingProvider?: 'teamsForBusiness'
}

/**
 * What makes an event a Teams meeting; nothing where none is asked for. Personal accounts refuse Teams by name and may make a meeting of their own
 * without it.
 */
export const onlineMeetingFor = async (
  client: RestClient,
  calendarId: string,
  isWanted: boolean,
): Promise<OnlineMeeting | ProviderFault> => {
  if (!isWanted) return {}
  const url = `${calendarUrl(calendarId)}?$select=allowedOnlineMeetingProviders`
  const answer = await client.ask({ method: 'GET', url, headers: preferences }, 200)
  if (isFault(answer)) return answer
  const { allowedOnlineMeetingProviders: allowed } = Allowed.safeParse(answer.body).data ?? {}
  const isBusiness = allowed?.includes('teamsForBusiness') ?? false
  return { isOnlineMeeting: true, ...(isBusiness ? { onlineMeetingProvider: 'teamsForBusiness' } : {}) }
}

const Online = z.object({
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
})

export const readConference = async (
  client: RestClient,
  { foreignId }: WrittenEntry,
): Promise<EntryConference | ProviderFault> => {
  const url = `${eventUrl(foreignId)}?$select=isOnlineMeeting,onlineMeeting`
  const answer = await client.ask({ method: 'GET', url, headers: preferences }, 200)
  if (isFault(answer)) return answer
  const read = Online.safeParse(answer.body)
  if (!read.success) return faultOf('bad_answer')
  const joinUrl = read.data.onlineMeeting?.joinUrl
  if (joinUrl) return { state: 'made', joinUrl }
  return { state: read.data.isOnlineMeeting ? 'pending' : 'none' }
}
