import { keepRunning } from '#process/keep-running.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { isWorker, maxWorkers, sayReady, superviseWorkers } from '#process/workers.ts'
import { processCommand } from '../command.ts'
import { announce } from '../start/announcement.ts'

const serve = processCommand({
  name: 'serve',
  summary: 'Answer HTTP requests, and nothing else',
  description:
    'For several processes on one PostgreSQL: run openslot migrate once, serve as often as you like, and work at least once. With --workers, so many processes share the port, to use all cores of a machine; one that ends is replaced. On the embedded database there is one process; use start.',
  options: {
    workers: { summary: `Processes that share the port, 1 to ${maxWorkers}; one for each core`, value: 'number' },
  },
  example: '--workers 4',
  check: ({ workers }) => {
    if (workers === undefined) return
    const count = Number(workers)
    if (!/^\d+$/.test(workers) || count < 1 || count > maxWorkers)
      throw new UsageError(`--workers must be a whole number from 1 to ${maxWorkers}; it is "${workers}".`)
  },
  run: (processContext, { workers }) => {
    if (workers === undefined)
      return keepRunning(processContext, {
        server: 'one_of_several',
        chores: false,
        migrates: false,
        prepare: async () => announce(processContext),
      })
    if (processContext.config.databaseUrl === undefined)
      throw new OperatorError(
        '--workers needs PostgreSQL: the embedded database belongs to one process. Set DATABASE_URL, or use openslot start.',
      )
    const count = Number(workers)
    if (!isWorker()) return superviseWorkers(processContext, count, () => announce(processContext))
    return keepRunning(processContext, {
      server: 'one_of_several',
      workers: count,
      chores: false,
      migrates: false,
      prepare: async () => sayReady(),
    })
  },
})

export const commands = [serve]
