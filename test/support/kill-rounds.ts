import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openEmbedded } from '#platform/db/embedded.ts'
import { newDataFolder } from './databases.ts'
import { openProgram, type Program } from './programs.ts'
import { raw } from './raw.ts'

type Message =
  | { readonly ready: number; readonly rss: number }
  | { readonly number: number }
  | { readonly refused: number }

/** Starts the program on a folder, kills it in the middle of its writes, and so on; then counts what is there. */
export const killAgainAndAgain = async (
  t: TestContext,
  { rounds, program = 'test/support/embedded-process.ts' }: { rounds: number; program?: string },
): Promise<void> => {
  const folder = await newDataFolder()
  const compiled = openProgram(program)
  t.after(() => compiled.close())
  const acknowledged = new Set<number>()
  const readyAfter: number[] = []
  for (let round = 0; round < rounds; round += 1) readyAfter.push(await oneLife(compiled, folder, acknowledged, round))
  console.log(
    `ready after ${readyAfter.join(', ')} ms; ${acknowledged.size} writes were acknowledged in ${rounds} lives`,
  )
  assert.ok(acknowledged.size > rounds, 'writes were under way when it was killed')
  await check(folder, acknowledged)
}

/** Until some time into its writes, when it is killed. Gives the milliseconds in which it was ready. */
const oneLife = async (program: Program, folder: string, acknowledged: Set<number>, round: number): Promise<number> => {
  const before = acknowledged.size
  const { process: child } = program.start(folder, String(1 + round * 1_000_000))
  const ended = once(child, 'exit')
  let ready = 0
  const wrote = new Promise<void>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) ready = message.ready
      else if ('refused' in message) reject(new Error(`It found another owner: ${message.refused}.`))
      else acknowledged.add(message.number)
      if (acknowledged.size > before + 5) resolve()
    })
    ended.then(([code]) => reject(new Error(`It ended by itself (${code}).`)))
  })
  await wrote
  const second = program.start(folder, '0')
  assert.deepEqual(
    await second.hear(),
    { refused: child.pid },
    'a second one on the same folder is refused with the pid of the first',
  )
  // At another moment of its work each time.
  await pause((round * 37) % 150)
  child.kill('SIGKILL')
  await ended
  return ready
}

const check = async (folder: string, acknowledged: ReadonlySet<number>): Promise<void> => {
  const database = await openEmbedded(folder)
  const rows = await raw(database.reader, sql<{ number: number }>`select number from acknowledged order by number`)
  const [total] = await raw(database.reader, sql<{ count: number }>`select count from total`)
  const byIndex = await raw(
    database.reader,
    sql<{ count: number }>`select count(*) as count from acknowledged where number > 0`,
  )
  await database.close()
  const kept = new Set(rows.map(({ number }) => number))
  assert.deepEqual(
    [...acknowledged].filter((number) => !kept.has(number)),
    [],
    'what was acknowledged is there',
  )
  assert.equal(total?.count, kept.size, 'both statements of each transaction, or neither')
  assert.equal(byIndex[0]?.count, kept.size)
}
