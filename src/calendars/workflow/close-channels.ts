import type { CalendarConnection } from '../connection.ts'
import { listChannels } from '../store/channels.ts'
import { loadCredentials } from '../store/connections.ts'
import type { ProviderContext } from './access-tokens.ts'
import { openConnection } from './open-provider.ts'

/**
 * A person waits for it, or the calendars of one who has left. What is not closed by then ends by itself, and what it
 * says until then is heard by nobody.
 */
const closeMilliseconds = 5_000

export const closeChannels = async (
  call: ProviderContext,
  { organizationId, id }: Pick<CalendarConnection, 'organizationId' | 'id'>,
): Promise<void> => {
  const channels = await listChannels(call.reader, organizationId, id)
  if (channels.length === 0) return
  const provider = openConnection(call, {
    organizationId,
    id,
    credentials: await loadCredentials(call.reader, organizationId, id),
  })
  const end = performance.now() + closeMilliseconds
  const deadline = { leftMilliseconds: () => end - performance.now() }
  for (const channel of channels) {
    if (deadline.leftMilliseconds() <= 0) return
    if (channel.foreignId !== null)
      await provider.channels?.close({ ...channel, foreignId: channel.foreignId }, deadline)
  }
}
