import { randomUUID } from 'node:crypto'
import type { Links } from '#contract/wire.ts'
import type { IsHeld } from '#execution/jobs/kind.ts'
import { type Deadline, isFault } from '#integrations/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { type Channel, channelSecret, isChannelDue, pushAddress } from '../channel.ts'
import type { ProviderFault } from '../providers/fault.ts'
import { type ChannelProvider, type OpenedChannel, reserveMilliseconds } from '../providers/provider.ts'
import { deleteChannel, listChannels, saveChannel } from '../store/channels.ts'

interface Keeping {
  readonly database: Database
  readonly isHeld: IsHeld
  readonly codes: Codes
  readonly links: Links
  readonly deadline: Deadline
  readonly now: Date
}

interface ChannelsOf {
  readonly organizationId: string
  readonly id: string
  readonly calendars: readonly { readonly foreignId: string }[]
}

/**
 * Opens the channels that a connection lacks, and renews those that end soon. Whatever fails here, calendars are read
 * all the same.
 */
export const keepChannels = async (
  keeping: Keeping,
  provider: ChannelProvider,
  connection: ChannelsOf,
): Promise<void> => {
  const { database, isHeld, deadline, links, now } = keeping
  // Services call public addresses by https only.
  if (!links.api.startsWith('https://')) return
  const { organizationId, id } = connection
  const save = (work: (tx: Tx) => Promise<void>) =>
    database.write(async (tx) => void ((await isHeld(tx)) && (await work(tx))))
  const known = await listChannels(database.reader, organizationId, id)
  const resources = provider.resourcesOf(connection.calendars.map(({ foreignId }) => foreignId))
  for (const channel of known.filter(({ resource }) => !resources.includes(resource))) {
    if (deadline.leftMilliseconds() < reserveMilliseconds) return
    await close(provider, channel, deadline)
    await save((tx) => deleteChannel(tx, organizationId, channel.id))
  }
  for (const resource of resources) {
    const before = known.find((channel) => channel.resource === resource)
    if (before && !isChannelDue(before, now.getTime())) continue
    if (deadline.leftMilliseconds() < reserveMilliseconds) return
    const channel = await openOrRenew(keeping, provider, resource, before)
    await save((tx) => saveChannel(tx, organizationId, id, channel))
    if (before && before.id !== channel.id) await close(provider, before, deadline)
  }
}

const openOrRenew = async (
  { codes, links, deadline, now }: Keeping,
  provider: ChannelProvider,
  resource: string,
  before?: Channel,
): Promise<Channel> => {
  const until = new Date(now.getTime() + provider.lastsMilliseconds)
  const renewed =
    before && before.foreignId !== null
      ? await provider.renew({ ...before, foreignId: before.foreignId }, until, deadline)
      : undefined
  if (before && renewed && !isFault(renewed)) return channelFrom(before.id, resource, renewed, now)
  const id = randomUUID()
  const opened = await provider.open(
    { id, resource, address: pushAddress(links, id), secret: channelSecret(codes, id), until },
    deadline,
  )
  return channelFrom(id, resource, opened, now)
}

const channelFrom = (id: string, resource: string, opened: OpenedChannel | ProviderFault, now: Date): Channel =>
  isFault(opened)
    ? { id, resource, foreignId: null, endsAt: now, triedAt: now }
    : { id, resource, ...opened, triedAt: now }

const close = async (
  provider: ChannelProvider,
  { foreignId, ...channel }: Channel,
  deadline: Deadline,
): Promise<void> => {
  if (foreignId !== null) await provider.close({ ...channel, foreignId }, deadline)
}
