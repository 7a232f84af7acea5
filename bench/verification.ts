// Run by the bench in a process of its own: what it costs to find out who is calling, without the rest of a request.
import { authenticate } from '#http/authentication.ts'
import { readConfig } from '#platform/config.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'

const { BENCH_TOKEN = '', BENCH_CONNECTIONS = '', BENCH_TIMES = '' } = process.env
const times = Number(BENCH_TIMES)

const database = openPostgres(readConfig().databaseUrl ?? '', (error) => {
  throw error
})

const verify = async (): Promise<number> => {
  const before = process.cpuUsage()
  let left = times
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await authenticate(database.reader, `Bearer ${BENCH_TOKEN}`, systemClock.now())
    }
  }
  await Promise.all(Array.from({ length: Number(BENCH_CONNECTIONS) }, caller))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

await verify()
const rounds = [await verify(), await verify(), await verify()].sort((one, other) => one - other)
console.log(JSON.stringify({ cpuMicroseconds: rounds[1] }))
await database.close()
