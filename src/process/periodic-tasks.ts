import type { AppContext } from '#execution/perform.ts'
import { errorFields, type Log } from '#platform/log.ts'
import type { PeriodicTask } from './wiring.ts'

const betweenPiecesMilliseconds = 100

/**
 * Does every chore again and again, each on its own and never twice at once. One that fails is tried again at its next
 * time. Gives what stops them, and waits for the pieces that are under way.
 */
export const runPeriodicTasks = (
  chores: readonly PeriodicTask[],
  context: AppContext,
  log: Log,
): (() => Promise<unknown>) => {
  const rounds = chores.map((chore) => goRound(chore, context, log))
  return () => Promise.all(rounds.map((stop) => stop()))
}

const goRound = ({ name, everySeconds, run }: PeriodicTask, context: AppContext, log: Log): (() => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let piece: Promise<void> | undefined
  let stopped = false

  const doPiece = async (): Promise<void> => {
    let more = false
    try {
      more = (await run(context)).more
    } catch (error) {
      log.warn({ chore: name, ...errorFields(error) }, 'a periodic task failed; retrying')
    }
    if (!stopped) next(more ? betweenPiecesMilliseconds : everySeconds * 1000)
  }
  const next = (milliseconds: number): void => {
    timer = setTimeout(() => {
      piece = doPiece()
    }, milliseconds)
  }

  next(everySeconds * 1000)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await piece
  }
}
