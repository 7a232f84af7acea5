import { setTimeout as pause } from 'node:timers/promises'
import { findHolder } from './command-client.ts'
import { answerWhileBusy } from './command-server.ts'
import { claimFolder, type FolderClaim, FolderInUse, type RequestHandler } from './folder/folder.ts'

const patienceMilliseconds = 15_000

/**
 * Takes the folder for this process. A command that holds it is waited for; a service is not, and neither are we by
 * others.
 */
export const holdFolder = async (dataFolder: string, answer: RequestHandler): Promise<FolderClaim> => {
  for (const end = performance.now() + patienceMilliseconds; ; ) {
    try {
      const claim = await claimFolder(dataFolder)
      claim.answerWith(answer)
      return claim
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > end || (await findHolder(dataFolder)) === 'service')
        throw error
      await pause(100)
    }
  }
}

/** For a command: nobody else opens the database meanwhile. */
export const holdingFolder = async <T>(dataFolder: string, work: () => Promise<T>): Promise<T> => {
  const claim = await holdFolder(dataFolder, answerWhileBusy)
  try {
    return await work()
  } finally {
    await claim.release()
  }
}
