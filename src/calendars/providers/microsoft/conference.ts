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
 * What makes an event a Teams meeting; nothing where none is asked for. Personal accounts refuse Teams by name, and may
 * create a meeting without it.
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
  const answer = await client.ask({ method: 'GET', url, headers: preferences }, 200, 404)
  if (isFault(answer)) return answer
  // An event that was just written may not be found yet.
  if (answer.status === 404) return { state: 'pending' }
  const read = Online.safeParse(answer.body)
  if (!read.success) return faultOf('bad_answer')
  const joinUrl = read.data.onlineMeeting?.joinUrl
  if (joinUrl) return { state: 'made', joinUrl }
  return { state: read.data.isOnlineMeeting ? 'pending' : 'none' }
}

interface EventText {
  readonly body?: { readonly contentType: 'html'; readonly content: string }
}

const Html = z.object({ body: z.object({ content: z.string() }) })

/** Addresses as our entries write them; a link has a colon and slashes. */
const addressesIn = (text: string): readonly string[] => text.match(/<[^<>\s:/]+@[^<>\s:/]+>/g) ?? []

/**
 * The text of an online meeting belongs to it: if Outlook's own part is lost, the meeting ends. So the text stays as it
 * is, unless it names someone who is no longer in the entry. Then our part is replaced, which ends at a line that
 * Outlook draws; the rest is kept in HTML, as Outlook wrote it.
 */
export const textOfOnline = async (
  client: RestClient,
  foreignId: string,
  ours: string,
  there: string,
): Promise<EventText | ProviderFault> => {
  const named = addressesIn(ours)
  if (addressesIn(there).every((address) => named.includes(address))) return {}
  const headers = { prefer: `${preferences.prefer}, outlook.body-content-type="html"` }
  const answer = await client.ask({ method: 'GET', url: `${eventUrl(foreignId)}?$select=body`, headers }, 200)
  if (isFault(answer)) return answer
  const { content } = Html.safeParse(answer.body).data?.body ?? { content: '' }
  const line = content.search(/_{20,}/)
  if (line === -1) return {}
  const from = Math.max(content.lastIndexOf('<div', line), 0)
  return { body: { contentType: 'html', content: `<div>${asHtml(ours)}</div>${content.slice(from)}` } }
}

const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
