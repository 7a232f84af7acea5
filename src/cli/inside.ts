import { z } from 'zod'
import type { Ground } from '#contract/perform.ts'
import { TooLate, within } from '#platform/deadline.ts'
import { type Answer, askOwner } from '#platform/folder.ts'
import { readVersion } from '#platform/version.ts'
import { findCommand } from './catalogue.ts'
import type { Document } from './command.ts'
import { FailedThere, type Failure, failureOf } from './failure.ts'
import { readOptions } from './options.ts'
import { Refusal, WrongUsage } from './refusal.ts'

// What crosses the socket: the words as they were typed, and back what the command gives, or why it does not.
const Request = z.object({ words: z.array(z.string()), version: z.string() })
type Reply = { readonly document: Document } | { readonly failure: Failure }

const patienceMilliseconds = 30_000

/** Has the service that holds this data folder run a command; undefined when none holds it. */
export const askService = async (dataFolder: string, words: readonly string[]): Promise<Document | undefined> => {
  const reply = (await within(patienceMilliseconds, askOwner(dataFolder, { words, version: await readVersion() })).catch((error: unknown) => {
    if (error instanceof TooLate) throw new Refusal('The running service did not answer in 30 seconds. It may still do what was asked; look before you try again.')
    throw error
  })) as Reply | undefined
  if (reply === undefined) return undefined
  if ('failure' in reply) throw new FailedThere(reply.failure)
  return reply.document
}

export interface Desk {
  readonly answer: Answer
  /** Takes no more commands, and waits for those that run. */
  close(): Promise<void>
}

/** The service's side: runs the same commands, on the database that only it may touch. */
export const openDesk = (ground: Ground): Desk => {
  const running = new Set<Promise<Reply>>()
  let closed = false
  return {
    answer: async (request) => {
      if (closed) return { failure: failureOf(new Refusal('The service is stopping. Try again in a moment.')) }
      const reply = replyTo(ground, request)
      running.add(reply)
      return reply.finally(() => running.delete(reply))
    },
    close: async () => {
      closed = true
      await Promise.allSettled(running)
    },
  }
}

const replyTo = async (ground: Ground, request: unknown): Promise<Reply> => {
  try {
    const { words, version } = Request.parse(request)
    const own = await readVersion()
    if (version !== own) throw new Refusal(`The service that runs here is release ${own}, and this command is of ${version}. Start the service anew first.`)
    const asked = await findCommand(words)
    if (asked.kind !== 'command' || asked.command.kind !== 'database') throw new WrongUsage(`${words.join(' ')} is not a command for the running service.`)
    return { document: await asked.command.run(ground, readOptions(asked.command.options, asked.rest)) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
