// Run in a process of its own: a small service on the embedded database. It says when it is ready, then the number of
// each row when its insert is committed, until it is killed or asked to stop.
import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'
import { openEmbedded } from '#platform/db/embedded.ts'
import { claimFolder, FolderInUse } from '#process/folder/folder.ts'
import { raw } from './raw.ts'

const [folder = '', first = '1'] = process.argv.slice(2)

const write = (database: Database, number: number) =>
  database.write(async (tx) => {
    await raw(tx, sql`insert into acknowledged (number, padding) values (${number}, ${'x'.repeat(number % 500)})`)
    await raw(tx, sql`update total set count = count + 1`)
  })

const serve = async (): Promise<void> => {
  const claim = await claimFolder(folder)
  const began = performance.now()
  const database = await openEmbedded(folder)
  await database.session((session) =>
    session.run(`
      create table if not exists acknowledged (number integer primary key, padding text not null);
      create table if not exists total as select 0 as count;`),
  )
  let stopping = false
  process.once('SIGTERM', () => {
    stopping = true
  })
  process.send?.({ ready: Math.round(performance.now() - began), pid: process.pid, rss: process.memoryUsage.rss() })
  for (let number = Number(first); !stopping; number += 1) {
    await write(database, number)
    process.send?.({ number })
  }
  await database.close()
  await claim.release()
  process.disconnect()
}

await serve().catch((error: unknown) => {
  if (!(error instanceof FolderInUse)) throw error
  process.send?.({ refused: error.pid })
  process.disconnect()
})
