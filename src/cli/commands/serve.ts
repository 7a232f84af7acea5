import { keepRunning } from '#process/keep-running.ts'
import { processCommand } from '../command.ts'
import { announce } from '../start/announcement.ts'

const serve = processCommand({
  name: 'serve',
  summary: 'Answer HTTP requests, and nothing else',
  description:
    'For several processes on one PostgreSQL: run openslot migrate once, serve as often as you like, and work at least once. On the embedded database there is one process; use start.',
  run: (processContext) =>
    keepRunning(processContext, { server: 'one_of_several', chores: false, migrates: false, prepare: async () => announce(processContext) }),
})

export const commands = [serve]
