import { keepRunning } from '#process/keep-running.ts'
import { OperatorError } from '#process/operator-error.ts'
import { processCommand } from '../command.ts'

const work = processCommand({
  name: 'work',
  summary: 'Run background jobs only',
  description: 'Runs beside serve processes. Several work processes share the jobs.',
  run: async (processContext) => {
    if (processContext.config.databaseUrl === undefined)
      throw new OperatorError(
        'The embedded database supports one process, and openslot start runs the background jobs in it. Set DATABASE_URL to run them separately.',
      )
    return keepRunning(processContext, {
      chores: true,
      migrates: false,
      prepare: async () => processContext.output.show({ working: true }, 'Openslot is running background jobs.'),
    })
  },
})

export const commands = [work]
