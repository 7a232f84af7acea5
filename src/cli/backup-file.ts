import { z } from 'zod'
import { OperatorError } from '#process/operator-error.ts'

/** The first line of a backup. */
const Head = z.object({
  openslot: z.literal('backup'),
  format: z.literal(1),
  release: z.string(),
  schema: z.number().int(),
  created_at: z.string(),
  secret_fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The last one: without it something is missing. */
const End = z.object({ end: z.literal(true), rows: z.record(z.string(), z.number().int()) })

export type BackupHead = z.output<typeof Head>

export const writeHead = (head: Omit<BackupHead, 'openslot' | 'format'>): string =>
  JSON.stringify({ openslot: 'backup', format: 1, ...head })

export const writeEnd = (rows: Readonly<Record<string, number>>): string => JSON.stringify({ end: true, rows })

/** A backup that is being read: what it says about itself, its rows, and what it should have held. */
export const openBackup = async (lines: AsyncIterable<string>, path: string) => {
  const iterator = lines[Symbol.asyncIterator]()
  const first = await iterator.next().catch(() => undefined)
  const head = first && !first.done ? parsed(Head, first.value) : undefined
  if (!head) throw new OperatorError(`${path} is not a backup of Openslot, or of a newer release.`)
  let end: z.output<typeof End> | undefined
  const rows = async function* (): AsyncGenerator<string> {
    for (;;) {
      const next = await iterator.next()
      if (next.done) break
      if (next.value.startsWith('{')) end = parsed(End, next.value)
      else yield next.value
    }
    if (!end) throw new OperatorError(`${path} is incomplete. Use another file.`)
  }
  return { head, rows, expected: () => end?.rows ?? {} }
}

const parsed = <T extends z.ZodType>(schema: T, text: string): z.output<T> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
