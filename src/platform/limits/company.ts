import { type OwnConnection, openOwnConnection } from '../db/own-connection.ts'
import { countServers, presenceGreeting } from '../db/presence.ts'
import { countingSettings } from '../db/rate-windows.ts'

const countEveryMilliseconds = 1000

/** A peer that lost its connection for a moment is not gone. Counting with the others a little longer harms nobody. */
const countsUntilAlone = 5

export interface Company {
  /** The connection that shows the others that we are here. */
  readonly connection: OwnConnection
  /** No change is told after this; the others still see us. */
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * Tells whether other server processes live on the same database: of company at once, of being alone after a few seconds of
 * it. While the database cannot be asked, the last answer holds; before the first answer, company is assumed.
 */
export const keepCompany = async (url: string, answerMilliseconds: number, onChange: (alone: boolean) => Promise<void>): Promise<Company> => {
  let alone: boolean | undefined
  let countedAlone = 0
  let counting: Promise<void> | undefined
  let again = false
  let settled = false

  const become = async (now: boolean): Promise<void> => {
    if (alone === now) return
    alone = now
    await onChange(now)
  }

  const count = async (): Promise<void> => {
    const servers = await countServers(connection).catch(() => undefined)
    if (settled) return
    countedAlone = servers === 1 ? countedAlone + 1 : 0
    if (servers === undefined) return become(alone ?? false)
    if (servers > 1) return become(false)
    if (alone === undefined || countedAlone >= countsUntilAlone) return become(true)
  }

  /** One count at a time: news that arrives during one starts another. */
  const recount = (): Promise<void> => {
    if (counting) again = true
    counting ??= (async () => {
      try {
        do {
          again = false
          await count()
        } while (again)
      } finally {
        counting = undefined
      }
    })()
    return counting
  }

  const connection = openOwnConnection(url, {
    purpose: 'limits',
    answerMilliseconds,
    settings: countingSettings,
    greeting: presenceGreeting,
    onNotification: () => void recount(),
  })
  await recount()
  const timer = setInterval(() => void recount(), countEveryMilliseconds)
  timer.unref()

  return {
    connection,
    settle: async () => {
      settled = true
      clearInterval(timer)
      await counting
    },
    close: () => connection.close(),
  }
}
