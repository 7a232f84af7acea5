import { openLog } from '#platform/log.ts'

process.once('message', async () => {
  const log = openLog('info')
  log.info({}, 'the last line')
  await log.flush()
  process.exit(0)
})
