import { TooLate, within } from '#platform/deadline.ts'
import { readVersion } from '#platform/version.ts'
import type { Document, Presence, Reply } from './command-server.ts'
import { FailedThere } from './failure.ts'
import { askOwner } from './folder/folder.ts'
import { OperatorError } from './operator-error.ts'

const helloMilliseconds = 30_000
const answerMilliseconds = 30_000

/**
 * What holds this data folder: a service that takes commands, another command that will be done in a moment, or
 * nothing.
 */
export const findHolder = async (dataFolder: string): Promise<'service' | 'command' | 'nobody'> => {
  try {
    const presence = (await within(helloMilliseconds, askOwner(dataFolder, { hello: true }))) as Presence | undefined
    return presence === undefined ? 'nobody' : presence.serving ? 'service' : 'command'
  } catch (error) {
    if (error instanceof TooLate)
      throw new OperatorError('The process that uses the data folder does not respond. Check its log or end it.')
    // It went away while we asked.
    return 'command'
  }
}

/** Has the service run a command. */
export const runInService = async (
  dataFolder: string,
  words: readonly string[],
  waitMilliseconds = answerMilliseconds,
): Promise<Document> => {
  const asked = askOwner(dataFolder, { words, version: await readVersion() })
  const reply = (await within(waitMilliseconds, asked).catch(() => undefined)) as Reply | undefined
  if (!reply)
    throw new OperatorError(
      'The running service stopped or took too long. The command may have taken effect: check before you try again.',
    )
  if ('failure' in reply) throw new FailedThere(reply.failure)
  return reply.document
}
