import { openLog } from '#platform/log.ts'
import { firstStopSignal, writeLastLines } from '#process/signals.ts'

const log = openLog('info')
// More than a pipe takes.
for (let line = 0; line < 2_000; line += 1)
  log.info({ line }, 'nobody reads this, and it is as long as a line of the log may be in an answer')

if (process.argv[2] === 'end') {
  await writeLastLines(log)
  process.exit(0)
}
// Asked to stop, it does not end by itself.
setInterval(() => {}, 1_000)
void firstStopSignal().then(() => process.send?.({ asked: true }))
process.send?.({ running: true })
