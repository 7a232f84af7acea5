import { withOwnAddresses } from '#bookings/index.ts'
import { idInUri, type UrlContext } from '#contract/wire.ts'
import { asShown } from '#event-types/index.ts'

interface QueuedBody {
  readonly event: string
  readonly payload: { readonly uri: string; readonly slug: string; readonly link?: string }
}

/**
 * A body as it is sent. Bodies are queued without the URLs that let their holder act: that of a one-off type, and those
 * where an invitee cancels or moves. They are derived again for each attempt, so the bytes are the same every time.
 */
export const withAddresses = (body: string, organizationId: string, addressing: UrlContext): string => {
  const queued = JSON.parse(body) as QueuedBody
  const { event, payload } = queued
  if (event.startsWith('invitee'))
    return JSON.stringify({
      ...queued,
      payload: withOwnAddresses(addressing, payload, { id: idInUri(payload.uri), organizationId }),
    })
  if (event.startsWith('event_type.') && payload.link !== undefined)
    return JSON.stringify({ ...queued, payload: asShown(addressing, payload, organizationId) })
  return body
}
