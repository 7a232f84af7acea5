import { mapPage, type Page, type PageRequest } from '#contract/page.ts'
import type { Reader } from '#platform/db/database.ts'
import { pagesOf } from '#platform/db/keyset.ts'
import type { ScheduledEvent } from '../scheduled-event.ts'
import {
  type EventFilter,
  hostEvents,
  hostKeys,
  isOfHost,
  organizationEvents,
  organizationKeys,
} from './event-filter.ts'
import { searchEvents } from './event-search.ts'
import { eventFrom } from './scheduled-events.ts'

const organizationPages = pagesOf(organizationEvents, organizationKeys)
const hostPages = pagesOf(hostEvents, hostKeys)

export const listScheduledEvents = async (
  reader: Reader,
  organizationId: string,
  { search, ...others }: EventFilter,
  page: PageRequest,
): Promise<Page<ScheduledEvent>> => {
  const filter = { organizationId, ...others }
  if (search !== undefined) return mapPage(await searchEvents(reader, filter, search, page), eventFrom)
  const found = isOfHost(filter) ? await hostPages(reader, filter, page) : await organizationPages(reader, filter, page)
  return mapPage(found, eventFrom)
}
