import { type Deadline, isFault } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Credentials } from '../../connection.ts'
import type { EntryToWrite } from '../../entry.ts'
import type { ProviderFault } from '../fault.ts'
import type {
  CalendarChanges,
  CalendarProvider,
  EntryFound,
  FoundAccount,
  SyncFrom,
  WriteAnswer,
  WrittenEntry,
} from '../provider.ts'
import { DavClient } from './dav-client.ts'
import { discover } from './discover.ts'
import { syncCaldav } from './sync.ts'
import { type EntryAccount, readEntry, removeEntry, writeEntry } from './write.ts'

/** An account on a CalDAV server. */
export class CaldavProvider implements CalendarProvider {
  readonly #outgoing: Outgoing
  readonly #credentials: Extract<Credentials, { kind: 'caldav' }>
  readonly #ownAddresses: ReadonlySet<string>

  constructor(
    outgoing: Outgoing,
    credentials: Extract<Credentials, { kind: 'caldav' }>,
    ownAddresses: Iterable<string>,
  ) {
    this.#outgoing = outgoing
    this.#credentials = credentials
    this.#ownAddresses = new Set(ownAddresses)
  }

  async discover(deadline: Deadline): Promise<FoundAccount | ProviderFault> {
    const found = await discover(this.#client(deadline), this.#credentials.url, this.#credentials.username)
    return isFault(found)
      ? found
      : { ...found, ownAddresses: [...new Set([...found.ownAddresses, ...this.#ownAddresses])] }
  }

  sync(from: SyncFrom, deadline: Deadline): Promise<CalendarChanges | ProviderFault> {
    return syncCaldav(this.#client(deadline), from, this.#ownAddresses, deadline)
  }

  write(
    calendarId: string,
    entry: EntryToWrite,
    before: WrittenEntry | null,
    deadline: Deadline,
  ): Promise<WriteAnswer | ProviderFault> {
    return writeEntry(this.#account(deadline), calendarId, entry, before)
  }

  readEntry(
    _calendarId: string,
    uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<EntryFound | ProviderFault> {
    return readEntry(this.#account(deadline), uid, written)
  }

  remove(
    _calendarId: string,
    uid: string,
    written: WrittenEntry,
    deadline: Deadline,
  ): Promise<WrittenEntry | ProviderFault | undefined> {
    return removeEntry(this.#account(deadline), uid, written)
  }

  #account(deadline: Deadline): EntryAccount {
    return { client: this.#client(deadline), discover: () => this.discover(deadline) }
  }

  #client(deadline: Deadline): DavClient {
    return new DavClient(this.#outgoing, this.#credentials, deadline)
  }
}
