import { keepRunning } from '#process/keep-running.ts'
import { processCommand } from '../command.ts'
import { openUp } from '../start/opening.ts'

const start = processCommand({
  name: 'start',
  summary: 'Run everything in one process',
  description:
    'It must be the only server process on its database; for several, see serve. On an empty database it makes an organization and its owner, and prints a link that signs them in and a token, once. Stop it with Ctrl-C: requests that run are answered first.',
  options: {
    demo: {
      summary:
        'Fill an empty database with a demo organization, and write demo.json with its secrets into the data folder',
    },
  },
  example: '--demo',
  run: async (processContext, { demo }) => {
    const prepare = await openUp(processContext, demo)
    return keepRunning(processContext, { server: 'only', chores: true, migrates: true, prepare })
  },
})

export const commands = [start]
