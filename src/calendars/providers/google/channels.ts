import { z } from 'zod'
import { type Deadline, faultOf, isFault, type RestClient } from '#integrations/index.ts'
import { day } from '#platform/time/durations.ts'
import type { ChannelProvider } from '../provider.ts'
import { apiUrl, calendarUrl } from './google-client.ts'

const Opened = z.object({ resourceId: z.string().min(1), expiration: z.string().regex(/^\d{1,15}$/) })

/** One for each calendar. They cannot be renewed: another is opened before one ends. */
export const googleChannels = (client: (deadline: Deadline) => RestClient): ChannelProvider => ({
  lastsMilliseconds: 7 * day,
  resourcesOf: (calendarIds) => calendarIds,

  async open({ id, resource, address, secret, until }, deadline) {
    const body = { id, type: 'web_hook', address, token: secret, expiration: String(until.getTime()) }
    const answer = await client(deadline).ask(
      { method: 'POST', url: `${calendarUrl(resource)}/events/watch`, body },
      200,
    )
    if (isFault(answer)) return answer
    const opened = Opened.safeParse(answer.body)
    return opened.success
      ? { foreignId: opened.data.resourceId, endsAt: new Date(Number(opened.data.expiration)) }
      : faultOf('bad_answer')
  },

  renew: async () => undefined,

  async close({ id, foreignId }, deadline) {
    await client(deadline).ask(
      { method: 'POST', url: `${apiUrl}/channels/stop`, body: { id, resourceId: foreignId } },
      200,
      204,
      404,
    )
  },
})
