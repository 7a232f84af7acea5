// Run by the bench in a process of its own: the service as it is, with one address more than it has. What stands there
// is the file that a page is compared with, sent by the same process. Nothing else of us knows that address.

import { buildHttp, createContext } from '#app.ts'
import { Metrics } from '#http/metrics.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { openLimiter } from '#platform/limits/open-limiter.ts'
import { openLog } from '#platform/log.ts'
import { systemClock } from '#platform/time/clock.ts'

const path = process.env.BENCH_PAGE ?? ''

const config = readConfig()
const log = openLog('error')
const database = openPostgres(config.databaseUrl ?? '', (error) => {
  throw error
})
const context = await createContext(config, database, systemClock)
const limiter = await openLimiter({ config, isOnlyServer: true, log })
const { server } = buildHttp(config, context, { limiter, log, metrics: new Metrics(database) })

let file: Buffer | undefined
server.get('/bench/file', (_request, reply) =>
  reply
    .code(file ? 200 : 503)
    .header('content-type', 'text/html; charset=utf-8')
    .send(file),
)
await server.listen({ host: '127.0.0.1', port: config.port })
// Without its script, which is asked for after the page is there: the file has nothing to do but to be seen.
const page = await fetch(`http://127.0.0.1:${config.port}${path}`, {
  headers: { accept: 'text/html', 'accept-language': 'en-US' },
})
if (!page.ok) throw new Error(`${path} answered ${page.status}.`)
file = Buffer.from(
  (await page.text()).replace(/<script nonce[^>]*><\/script>/, (script) => `<!--${' '.repeat(script.length - 7)}-->`),
)

process.once('SIGTERM', async () => {
  await server.close()
  await limiter.close()
  await database.close()
})
