import { z } from 'zod'
import { logWaitingFacts } from '#activity/index.ts'
import type { AppContext } from '#execution/perform.ts'
import { dumpTables, loadTables } from '#instance/store/dump.ts'
import { markRestored } from '#instance/store/restored.ts'
import { queueReminders } from '#notifications/index.ts'
import { withOwnBytes } from '../export-row.ts'

const Line = z.union([
  z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) }),
  z.object({ end: z.literal(true), rows: z.record(z.string(), z.number().int()) }),
])

/** Why an export cannot be read. */
export class WrongExport extends Error {
  override readonly name = 'WrongExport'
}

const rowsAtOnce = 200

/** Reads the rows of an export into tables that are empty, all or none. Nothing is sent until the operator says so. */
export const loadExport = async (
  context: AppContext,
  organizationId: string,
  lines: AsyncIterable<string>,
): Promise<Readonly<Record<string, number>>> => {
  const { database, clock } = context
  // The tables are emptied first, and the row of this instance is not in an export.
  const own: string[] = []
  await dumpTables(database, async (line) => void own.push(line))
  let expected: Readonly<Record<string, number>> | undefined
  const rows = async function* (): AsyncGenerator<string> {
    yield* own
    let table = ''
    let waiting: string[] = []
    for await (const text of lines) {
      const line = Line.safeParse(jsonIn(text)).data
      if (!line) throw new WrongExport('has a line that is no row')
      if ('end' in line) {
        expected = line.rows
        continue
      }
      if (waiting.length >= rowsAtOnce || (line.table !== table && waiting.length > 0)) {
        yield `${table}\t[${waiting.join(',')}]`
        waiting = []
      }
      table = line.table
      waiting.push(JSON.stringify(withOwnBytes(table, line.row, context)))
    }
    if (waiting.length > 0) yield `${table}\t[${waiting.join(',')}]`
  }
  const counts = await loadTables(database, rows(), async (session, loaded) => {
    if (!expected) throw new WrongExport('is incomplete')
    const wrong = Object.entries(expected).find(([name, count]) => (loaded[name] ?? 0) !== count)
    if (wrong) throw new WrongExport(`should have ${wrong[1]} rows of ${wrong[0]}, and has ${loaded[wrong[0]] ?? 0}`)
    await markRestored(session, clock.now())
  })
  await logWaitingFacts(database, organizationId)
  await queueReminders(database, organizationId, clock.now())
  return counts
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
