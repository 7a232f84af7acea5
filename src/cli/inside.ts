import { z } from 'zod'
import type { Ground } from '#contract/perform.ts'
import { TooLate, within } from '#platform/deadline.ts'
import { type Answer, askOwner } from '#platform/folder.ts'
import { readVersion } from '#platform/version.ts'
import type { Surroundings } from './command.ts'
import { FailedThere, type Failure, failureOf } from './failure.ts'
import type { Document } from './paper.ts'
import { Refusal } from './refusal.ts'

// What crosses the socket: first who is there, which can be asked again and again; then the words as they were typed, and
// back what the command gives, or why it does not.
const Words = z.object({ words: z.array(z.string()), version: z.string() })
const Request = z.union([z.object({ hello: z.literal(true) }), Words])
type Presence = { readonly serving: boolean }
type Reply = { readonly document: Document } | { readonly failure: Failure }

const helloMilliseconds = 30_000
const answerMilliseconds = 30_000

/** Who holds this data folder: a service that takes commands, another command that will be done in a moment, or nobody. */
export const lookForService = async (dataFolder: string): Promise<'service' | 'command' | 'nobody'> => {
  try {
    const presence = (await within(helloMilliseconds, askOwner(dataFolder, { hello: true }))) as Presence | undefined
    return presence === undefined ? 'nobody' : presence.serving ? 'service' : 'command'
  } catch (error) {
    if (error instanceof TooLate) throw new Refusal('The process that holds the data folder does not answer. Look at its log, or end it.')
    // It went away while we asked.
    return 'command'
  }
}

/** Has the service run a command. */
export const askService = async (dataFolder: string, words: readonly string[], patienceMilliseconds = answerMilliseconds): Promise<Document> => {
  const asked = askOwner(dataFolder, { words, version: await readVersion() })
  const reply = (await within(patienceMilliseconds, asked).catch(() => undefined)) as Reply | undefined
  if (!reply)
    throw new Refusal('The running service stopped, or took too long, before it answered. It may have done what was asked: look before you try again.')
  if ('failure' in reply) throw new FailedThere(reply.failure)
  return reply.document
}

/** What a command says that holds the folder for a moment. */
export const answerNobody: Answer = async (): Promise<Presence> => ({ serving: false })

export interface Desk {
  readonly answer: Answer
  /** Until this is called, commands wait. */
  open(ground: Ground): void
  /** Takes no more commands, and waits for those that run. */
  close(): Promise<void>
}

/** The service's side: runs the same commands, on the database that only it may touch. */
export const openDesk = (runWords: Surroundings['runWords']): Desk => {
  const running = new Set<Promise<Reply>>()
  let closed = false
  let open: (ground: Ground) => void = () => {}
  const opened = new Promise<Ground>((done) => {
    open = done
  })
  return {
    answer: async (raw) => {
      const request = Request.safeParse(raw).data
      if (request && 'hello' in request) return { serving: !closed } satisfies Presence
      if (!request)
        return { failure: failureOf(new Refusal('The running service does not understand this command. It may be of another release: start it anew.')) }
      const ground = await opened
      if (closed) return { failure: failureOf(new Refusal('The service is stopping. Try again in a moment.')) }
      const reply = replyTo((words) => runWords(ground, words), request)
      running.add(reply)
      return reply.finally(() => running.delete(reply))
    },
    open,
    close: async () => {
      closed = true
      await Promise.allSettled(running)
    },
  }
}

const replyTo = async (run: (words: readonly string[]) => Promise<Document>, { words, version }: z.output<typeof Words>): Promise<Reply> => {
  try {
    const own = await readVersion()
    if (version !== own) throw new Refusal(`The service that runs here is release ${own}, and this command is of ${version}. Start the service anew first.`)
    return { document: await run(words) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
