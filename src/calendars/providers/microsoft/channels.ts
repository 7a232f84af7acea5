import { z } from 'zod'
import { type Deadline, faultOf, isFault, type RestAnswer, type RestClient } from '#integrations/index.ts'
import { day, hour } from '#platform/time/durations.ts'
import type { ProviderFault } from '../fault.ts'
import type { ChannelProvider, OpenedChannel } from '../provider.ts'
import { apiUrl } from './graph-client.ts'

const Opened = z.object({ id: z.string().min(1), expirationDateTime: z.iso.datetime({ offset: true }) })

/** One for the whole mailbox. */
export const microsoftChannels = (client: (deadline: Deadline) => RestClient): ChannelProvider => ({
  // The longest for events is just under seven days.
  lastsMilliseconds: 7 * day - hour,
  resourcesOf: (calendarIds) => (calendarIds.length === 0 ? [] : ['']),

  async open({ address, secret, until }, deadline) {
    const addresses = { notificationUrl: address, lifecycleNotificationUrl: address }
    const body = {
      changeType: 'created,updated,deleted',
      resource: 'me/events',
      ...addresses,
      clientState: secret,
      expirationDateTime: until.toISOString(),
    }
    return openedIn(await client(deadline).ask({ method: 'POST', url: `${apiUrl}/subscriptions`, body }, 201))
  },

  async renew({ foreignId }, until, deadline) {
    const body = { expirationDateTime: until.toISOString() }
    return openedIn(await client(deadline).ask({ method: 'PATCH', url: subscriptionUrl(foreignId), body }, 200))
  },

  async close({ foreignId }, deadline) {
    await client(deadline).ask({ method: 'DELETE', url: subscriptionUrl(foreignId) }, 204, 404)
  },
})

const subscriptionUrl = (id: string): string => `${apiUrl}/subscriptions/${encodeURIComponent(id)}`

const openedIn = (answer: RestAnswer | ProviderFault): OpenedChannel | ProviderFault => {
  if (isFault(answer)) return answer
  const opened = Opened.safeParse(answer.body)
  return opened.success
    ? { foreignId: opened.data.id, endsAt: new Date(Date.parse(opened.data.expirationDateTime)) }
    : faultOf('bad_answer')
}
