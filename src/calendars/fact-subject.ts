import { type Links, uriOf } from '#contract/wire.ts'
import type { CalendarConnection } from './connection.ts'

/** What the activity log keeps about a connection. No address: it may be a secret. */
export const factSubject = (
  links: Links,
  { id, kind, userId }: Pick<CalendarConnection, 'id' | 'kind' | 'userId'>,
  reason?: string,
): object => ({
  uri: uriOf(links, 'calendar_connections', id),
  kind,
  user: uriOf(links, 'users', userId),
  ...(reason === undefined ? {} : { reason }),
})
