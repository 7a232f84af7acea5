import { z } from 'zod'
import type { AppContext } from '#execution/perform.ts'
import { readVersion } from '#platform/version.ts'
import { type Failure, failureOf } from './failure.ts'
import type { RequestHandler } from './folder/folder.ts'
import { OperatorError } from './operator-error.ts'

/** What a command gives. It crosses a socket, so it is plain data. */
export type Document = Readonly<Record<string, unknown>>

/** Runs the words of a command on the database of this process. */
export type RunWords = (context: AppContext, words: readonly string[]) => Promise<Document>

// The protocol on the socket of the data folder. First who is there, which can be asked again and again; then the words
// as they were typed, and back what the command gives, or why it does not.
const Words = z.object({ words: z.array(z.string()), version: z.string() })
const Request = z.union([z.object({ hello: z.literal(true) }), Words])
export type Presence = { readonly serving: boolean }
export type Reply = { readonly document: Document } | { readonly failure: Failure }

/** The answer of a command that holds the folder for a moment. */
export const answerWhileBusy: RequestHandler = async (): Promise<Presence> => ({ serving: false })

/** Runs commands inside the service, on the database that only this process may touch. They wait until it is opened. */
export const openCommandServer = (runWords: RunWords) => {
  const running = new Set<Promise<Reply>>()
  let closed = false
  let open: (context: AppContext) => void = () => {}
  const opened = new Promise<AppContext>((done) => {
    open = done
  })
  return {
    answer: async (raw: unknown): Promise<Presence | Reply> => {
      const request = Request.safeParse(raw).data
      if (request && 'hello' in request) return { serving: !closed }
      if (!request)
        return {
          failure: failureOf(
            new OperatorError(
              'The running service does not understand this command. It may be another release: restart it.',
            ),
          ),
        }
      const context = await opened
      if (closed) return { failure: failureOf(new OperatorError('The service is stopping. Try again in a moment.')) }
      const reply = replyTo((words) => runWords(context, words), request)
      running.add(reply)
      return reply.finally(() => running.delete(reply))
    },
    open,
    /** Takes no more commands, and waits for those that run. */
    close: async (): Promise<void> => {
      closed = true
      await Promise.allSettled(running)
    },
  }
}

const replyTo = async (
  run: (words: readonly string[]) => Promise<Document>,
  { words, version }: z.output<typeof Words>,
): Promise<Reply> => {
  try {
    const own = await readVersion()
    if (version !== own)
      throw new OperatorError(
        `The running service is release ${own}, but this command is release ${version}. Restart the service first.`,
      )
    return { document: await run(words) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
