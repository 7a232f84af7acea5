import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Credentials } from '../connection.ts'
import { CaldavProvider } from './caldav/caldav.ts'
import { IcsProvider } from './ics.ts'
import type { CalendarProvider } from './provider.ts'

export const openProvider = (outgoing: Outgoing, credentials: Credentials, ownAddresses: Iterable<string>): CalendarProvider =>
  credentials.kind === 'ics' ? new IcsProvider(outgoing, credentials.url, ownAddresses) : new CaldavProvider(outgoing, credentials, ownAddresses)

/** The host that its requests go to. */
export const serverOf = ({ url }: Credentials): string => new URL(url).host
