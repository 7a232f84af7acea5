import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/make-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { beElected, type FolderClaim, ownerName } from './election.ts'
import { ask } from './line-socket.ts'
import { shortNameOf } from './short-name.ts'

export type { FolderClaim, RequestHandler } from './election.ts'

/** The folder is another process's. Two on one embedded database would destroy it. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  /** Undefined when that process is too busy to say. */
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(
      `The data folder ${folder} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}. Stop that process first, or set OPENSLOT_DATA to another folder.`,
    )
    this.pid = pid
  }
}

/**
 * Takes the folder for this process by listening on a socket in it, which is also where commands come in. The kernel
 * ends the listening with the process, so a crash leaves a file that refuses connections, and the next start takes
 * over.
 */
export const claimFolder = async (folder: string): Promise<FolderClaim> => {
  await makeFolder(folder)
  // The socket would be refused too, but with an error that says nothing of a folder.
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  if (((await stat(folder)).mode & 0o007) !== 0)
    throw new OperatorError(
      `Everyone on this machine can read the data folder ${folder}, which contains secrets. Restrict it with: chmod 700 ${folder}`,
    )
  const outcome = await beElected(await shortNameOf(folder))
  if (outcome.kind === 'lost') throw new FolderInUse(folder, outcome.ownerPid)
  return outcome.claim
}

const answerMilliseconds = 60_000

/** Asks the process that holds the folder; undefined when none does. Throws what it says when it refuses. */
export const askOwner = async (folder: string, request: unknown): Promise<unknown | undefined> => {
  const shortName = await shortNameOf(folder).catch(() => undefined)
  return shortName === undefined ? undefined : ask(join(shortName, ownerName), request, answerMilliseconds)
}
