import { keepRunning } from '#process/keep-running.ts'
import { processCommand } from '../command.ts'
import { openUp } from '../start/opening.ts'

const start = processCommand({
  name: 'start',
  summary: 'Run the whole service in one process',
  description:
    'It must be the only server process on its database; for several processes, see serve. On an empty database it creates an organization and its owner and prints a sign-in link and a token once. Stop it with Ctrl-C; running requests are finished first.',
  options: {
    demo: {
      summary: 'Fill an empty database with a demo organization and write its secrets to demo.json in the data folder',
    },
  },
  example: '--demo',
  run: async (processContext, { demo }) => {
    const prepare = await openUp(processContext, demo)
    return keepRunning(processContext, { server: 'only', chores: true, migrates: true, prepare })
  },
})

export const commands = [start]
