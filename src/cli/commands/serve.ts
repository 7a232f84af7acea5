import { keepRunning } from '#process/keep-running.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { isWorker, maxWorkers, sayReady, superviseWorkers } from '#process/workers.ts'
import { processCommand } from '../command.ts'
import { announce } from '../start/announcement.ts'

const serve = processCommand({
  name: 'serve',
  summary: 'Serve HTTP requests only',
  description:
    'For several processes on one PostgreSQL database: run openslot migrate once, then any number of serve processes and at least one work process. With --workers, several processes share the port to use all cores of the machine, and a process that ends is replaced. The embedded database supports one process: use start.',
  options: {
    workers: {
      summary: `The number of processes that share the port, 1 to ${maxWorkers}; by default one per core`,
      value: 'number',
    },
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
