// A service as far as jobs go: it does all that is due and says so. The jobs about one subject end its process.
import { appendFileSync } from 'node:fs'
import { startWorkOn } from './killed-by-job.ts'

const [target = '', name = '', killer = '', file = ''] = process.argv.slice(2)

const worker = await startWorkOn(target, name, async ({ subjectId }) => {
  appendFileSync(file, `${subjectId}\n`)
  if (subjectId === killer) process.kill(process.pid, 'SIGKILL')
  // Others are under way when the process dies.
  await new Promise((done) => setTimeout(done, 20))
  return 'done'
})
await worker.drain()
process.send?.('drained')
