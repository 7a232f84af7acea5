// Run in a process of its own: migrates the database at the address as soon as it is asked to.
import { once } from 'node:events'
import { type Migration, migrate } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'

const [url = ''] = process.argv.slice(2)
const database = openPostgres(url, () => {})
process.send?.('ready')
const [migrations] = (await once(process, 'message')) as [Migration[]]
process.send?.(await migrate(database, migrations))
await database.close()
process.disconnect()
