import { open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '#platform/make-folder.ts'
import { type Deletion, writeLine } from '../deletion.ts'

const instant = z.string().transform((text) => new Date(text))

const Line = z.object({
  id: z.uuid(),
  organization: z.uuid(),
  kind: z.enum(['invitees', 'events']),
  persons: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  start_time: instant.optional(),
  end_time: instant.optional(),
  requested_at: instant,
})

/** The erasure requests, outside the database: an older backup does not have them. Nobody is named in it. */
export const readLedger = async (path: string): Promise<readonly Deletion[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { id, organization, kind, persons, start_time, end_time, requested_at } = Line.parse(JSON.parse(line))
      return {
        id,
        organizationId: organization,
        kind,
        persons: persons.map((hex) => Buffer.from(hex, 'hex')),
        span: start_time && end_time ? { from: start_time, to: end_time } : null,
        requestedBy: null,
        requestedAt: requested_at,
      }
    })
}

/** Synced to disk before it returns. A duplicate line is harmless. */
export const appendToLedger = async (path: string, deletion: Deletion): Promise<void> => {
  await makeFolder(dirname(path))
  const handle = await open(path, 'a', 0o600)
  try {
    await handle.appendFile(writeLine(deletion))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Deletes mails that were written to files, by the ids at the end of their names. */
export const deleteMailFiles = async (folder: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const wanted = new Set(ids)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const id = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/.exec(name)?.[1]
    if (id !== undefined && wanted.has(id)) await rm(join(folder, name), { force: true })
  }
}
