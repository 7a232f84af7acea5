import type { AccessTokens } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { type Credentials, isOauth, type OauthKind, oauthServers } from '../connection.ts'
import { openCredentials } from '../credentials.ts'
import { CaldavProvider } from '../providers/caldav/caldav.ts'
import { GoogleProvider } from '../providers/google/google.ts'
import { IcsProvider } from '../providers/ics.ts'
import { MicrosoftProvider } from '../providers/microsoft/microsoft.ts'
import type { CalendarProvider } from '../providers/provider.ts'
import { type ProviderContext, storedTokens } from './access-tokens.ts'

/** A connection as it is stored. */
interface StoredConnection {
  readonly organizationId: string
  readonly id: string
  readonly credentials: Buffer
}

/** The account of a connection. */
export const openConnection = (
  context: ProviderContext,
  connection: StoredConnection,
  ownAddresses: Iterable<string> = [],
): CalendarProvider => {
  const credentials = openCredentials(context.encryption, connection)
  if (!isOauth(credentials)) return openWithPassword(context.outgoing, credentials, ownAddresses)
  const { kind } = credentials
  return openWithTokens(context.outgoing, kind, storedTokens(context, { ...connection, kind }))
}

export const openWithPassword = (
  outgoing: Outgoing,
  credentials: Exclude<Credentials, { kind: OauthKind }>,
  ownAddresses: Iterable<string>,
): CalendarProvider =>
  credentials.kind === 'ics'
    ? new IcsProvider(outgoing, credentials.url, ownAddresses)
    : new CaldavProvider(outgoing, credentials, ownAddresses)

export const openWithTokens = (outgoing: Outgoing, kind: OauthKind, tokens: AccessTokens): CalendarProvider =>
  kind === 'google' ? new GoogleProvider(outgoing, tokens) : new MicrosoftProvider(outgoing, tokens)

/** The host that its requests go to. */
export const serverOf = (credentials: Credentials): string =>
  isOauth(credentials) ? oauthServers[credentials.kind] : new URL(credentials.url).host
