import { z } from 'zod'
import { type AccessTokens, type Deadline, faultOf, isFault, RestClient } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
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
import { microsoftChannels } from './channels.ts'
import { readConference } from './conference.ts'
import { apiUrl, isOwnUrl, preferences, readRefusal } from './graph-client.ts'
import { syncMicrosoft } from './sync.ts'
import { readEntry, removeEntry, writeEntry } from './write.ts'

const Profile = z.object({ mail: z.string().nullish(), userPrincipalName: z.string() })

const CalendarPage = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      canEdit: z.boolean().nullish(),
      isDefaultCalendar: z.boolean().nullish(),
      owner: z.object({ address: z.string().nullish() }).nullish(),
    }),
  ),
  '@odata.nextLink': z.string().optional(),
})
type ListedCalendar = z.output<typeof CalendarPage>['value'][number]

const maxPages = 20

/** A mailbox of Microsoft 365 or Outlook.com, over Microsoft Graph. */
export class MicrosoftProvider implements CalendarProvider {
  readonly channels: ChannelProvider
  readonly #outgoing: Outgoing
  readonly #tokens: AccessTokens

  constructor(outgoing: Outgoing, tokens: AccessTokens) {
    this.#outgoing = outgoing
    this.#tokens = tokens
    this.channels = microsoftChannels((deadline) => this.#client(deadline))
  }

  async discover(deadline: Deadline): Promise<FoundAccount | ProviderFault> {
    const client = this.#client(deadline)
    const answer = await client.ask({ method: 'GET', url: `${apiUrl}/me?$select=mail,userPrincipalName` }, 200)
    if (isFault(answer)) return answer
    const profile = Profile.safeParse(answer.body)
    if (!profile.success) return faultOf('bad_answer')
    const { mail, userPrincipalName } = profile.data
    const ownAddresses = [
      ...new Set([mail ?? userPrincipalName, userPrincipalName].map((address) => address.toLowerCase())),
    ]
    const found = await listCalendars(client)
    if (isFault(found)) return found
    if (found.length === 0) return faultOf('no_calendars')
    const isFirst = ({ isDefaultCalendar }: ListedCalendar): number => (isDefaultCalendar ? 0 : 1)
    // Accounts of Outlook.com own their calendars under an address that nobody knows: it is that of the default one.
    const owners = [
      ...ownAddresses,
      ...found.flatMap((one) => (one.isDefaultCalendar && one.owner?.address ? [one.owner.address.toLowerCase()] : [])),
    ]
    const calendars = found
      .toSorted((one, other) => isFirst(one) - isFirst(other))
      .map((calendar) => calendarFrom(calendar, owners))
    return { account: mail ?? userPrincipalName, ownAddresses, calendars }
  }

  sync(from: SyncFrom, deadline: Deadline): Promise<CalendarChanges | ProviderFault> {
    return syncMicrosoft(this.#client(deadline), from)
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
    _calendarId: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryConference | ProviderFault> {
    return readConference(this.#client(deadline), written)
  }

  readEntry(
    _calendarId: string,
    _uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryFound | ProviderFault> {
    return readEntry(this.#client(deadline), written)
  }

  remove(
    _calendarId: string,
    _uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<WrittenEntry | ProviderFault | undefined> {
    return removeEntry(this.#client(deadline), written)
  }

  #client(deadline: Deadline): RestClient {
    return new RestClient(this.#outgoing, this.#tokens, deadline, readRefusal)
  }
}

const listCalendars = async (client: RestClient): Promise<readonly ListedCalendar[] | ProviderFault> => {
  const found: ListedCalendar[] = []
  let url: string | undefined = `${apiUrl}/me/calendars?$select=id,name,canEdit,isDefaultCalendar,owner&$top=100`
  for (let count = 0; url !== undefined && count < maxPages; count += 1) {
    if (!isOwnUrl(url)) return faultOf('bad_answer')
    const answer = await client.ask({ method: 'GET', url, headers: preferences }, 200)
    if (isFault(answer)) return answer
    const read = CalendarPage.safeParse(answer.body)
    if (!read.success) return faultOf('bad_answer')
    found.push(...read.data.value)
    url = read.data['@odata.nextLink']
  }
  return found
}

const calendarFrom = (
  { id, name, canEdit, isDefaultCalendar, owner }: ListedCalendar,
  owners: readonly string[],
): FoundCalendar => ({
  foreignId: id,
  name: (name ?? id).slice(0, 200),
  timeZone: null,
  isWritable: canEdit ?? false,
  isOwn: isDefaultCalendar === true || owner?.address == null || owners.includes(owner.address.toLowerCase()),
})
