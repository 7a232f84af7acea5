import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '#execution/perform.ts'
import { advance } from '../jobs/advance.ts'

const workMilliseconds = 3_000
const longestPauseMilliseconds = 5_000

/** Goes on with an import for a moment, unless another process does: then it waits as long. */
export const workOnImport = async (context: AppContext, importId: string): Promise<void> => {
  const outcome = await advance(context, importId, workMilliseconds)
  if (outcome.kind === 'busy') await pause(1_000)
  if (outcome.kind === 'more' && outcome.waitSeconds > 0)
    await pause(Math.min(outcome.waitSeconds * 1000, longestPauseMilliseconds))
}
