import { keepRunning } from '#process/keep-running.ts'
import { OperatorError } from '#process/operator-error.ts'
import { processCommand } from '../command.ts'

const work = processCommand({
  name: 'work',
  summary: 'Do the background work, and nothing else',
  description: 'Beside processes that serve. Several share the work.',
  run: async (processContext) => {
    if (processContext.config.databaseUrl === undefined)
      throw new OperatorError(
        'The embedded database serves one process, and openslot start does the background work in it. Set DATABASE_URL to run them apart.',
      )
    return keepRunning(processContext, {
      chores: true,
      migrates: false,
      prepare: async () => processContext.output.show({ working: true }, 'Openslot does the background work.'),
    })
  },
})

export const commands = [work]
