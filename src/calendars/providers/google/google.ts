import { z } from 'zod'
import { type AccessTokens, type Deadline, faultOf, isFault, RestClient } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { findZone } from '#platform/time/zones.ts'
import type { EntryToWrite } from '../../entry.ts'
import type { ProviderFault } from '../fault.ts'
import type {
  CalendarChanges,
  CalendarProvider,
  ChannelProvider,
  EntryConference,
  EntryFound,
  FoundAccount,
  FoundCalendar,
  SyncFrom,
  WriteAnswer,
  WrittenEntry,
} from '../provider.ts'
import { googleChannels } from './channels.ts'
import { readConference } from './conference.ts'
import { apiUrl, readRefusal } from './google-client.ts'
import { syncGoogle } from './sync.ts'
import { readEntry, removeEntry, writeEntry } from './write.ts'

const CalendarPage = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().optional(),
        summaryOverride: z.string().optional(),
        timeZone: z.string().optional(),
        accessRole: z.string(),
        primary: z.boolean().optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})
type ListedCalendar = z.output<typeof CalendarPage>['items'][number]

const maxPages = 20

/** An account of Google Calendar. */
export class GoogleProvider implements CalendarProvider {
  readonly channels: ChannelProvider
  readonly #outgoing: Outgoing
  readonly #tokens: AccessTokens

  constructor(outgoing: Outgoing, tokens: AccessTokens) {
    this.#outgoing = outgoing
    this.#tokens = tokens
    this.channels = googleChannels((deadline) => this.#client(deadline))
  }

  async discover(deadline: Deadline): Promise<FoundAccount | ProviderFault> {
    const found: ListedCalendar[] = []
    let page: Readonly<Record<string, string>> = {}
    for (let count = 0; count < maxPages; count += 1) {
      const query = new URLSearchParams({ minAccessRole: 'reader', maxResults: '250', ...page })
      const answer = await this.#client(deadline).ask(
        { method: 'GET', url: `${apiUrl}/users/me/calendarList?${query}` },
        200,
      )
      if (isFault(answer)) return answer
      const read = CalendarPage.safeParse(answer.body)
      if (!read.success) return faultOf('bad_answer')
      found.push(...read.data.items)
      if (read.data.nextPageToken === undefined) break
      page = { pageToken: read.data.nextPageToken }
    }
    // The id of the primary calendar is the address of the account.
    const primary = found.find((calendar) => calendar.primary)
    if (!primary) return faultOf('no_calendars')
    const calendars = [primary, ...found.filter((calendar) => calendar !== primary)].map(calendarFrom)
    return { account: primary.id, ownAddresses: [primary.id.toLowerCase()], calendars }
  }

  sync(from: SyncFrom, deadline: Deadline): Promise<CalendarChanges | ProviderFault> {
    return syncGoogle(this.#client(deadline), from)
  }

  write(
    calendarId: string,
    entry: EntryToWrite,
    before: WrittenEntry | null,
    deadline: Deadline,
  ): Promise<WriteAnswer | ProviderFault> {
    return writeEntry(this.#client(deadline), calendarId, entry, before)
  }

  readConference(
    calendarId: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryConference | ProviderFault> {
    return readConference(this.#client(deadline), calendarId, written)
  }

  readEntry(
    calendarId: string,
    _uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryFound | ProviderFault> {
    return readEntry(this.#client(deadline), calendarId, written)
  }

  remove(
    calendarId: string,
    _uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<WrittenEntry | ProviderFault | undefined> {
    return removeEntry(this.#client(deadline), calendarId, written)
  }

  #client(deadline: Deadline): RestClient {
    return new RestClient(this.#outgoing, this.#tokens, deadline, readRefusal)
  }
}

const calendarFrom = ({ id, summary, summaryOverride, timeZone, accessRole }: ListedCalendar): FoundCalendar => ({
  foreignId: id,
  name: (summaryOverride ?? summary ?? id).slice(0, 200),
  timeZone: timeZone !== undefined && findZone(timeZone) ? timeZone : null,
  isWritable: accessRole === 'owner' || accessRole === 'writer',
  isOwn: accessRole === 'owner',
})
