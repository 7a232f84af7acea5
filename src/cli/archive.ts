import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { createGunzip, createGzip } from 'node:zlib'
import { Refusal } from './refusal.ts'

/** A file of lines that is there as a whole or not at all, and that nobody else may read. */
export const writeArchive = async <T>(path: string, { compressed }: { readonly compressed: boolean }, write: (sink: (line: string) => Promise<void>) => Promise<T>): Promise<T> => {
  const part = `${path}.part`
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${path} cannot be written: ${error.code === 'EEXIST' ? `${part} is there already. Is another one being made?` : error.message}`)
  })
  try {
    const file = handle.createWriteStream({ autoClose: false })
    const stream = compressed ? createGzip({ level: 6 }) : file
    if (compressed) stream.pipe(file)
    const done = await write(async (line) => {
      if (!stream.write(`${line}\n`)) await once(stream, 'drain')
    })
    stream.end()
    await once(file, 'finish')
    await handle.sync()
    await rename(part, path)
    return done
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await handle.close().catch(() => {})
  }
}

/** Line by line. */
export const readArchive = (path: string): AsyncIterable<string> => {
  const unzipped = createReadStream(path).pipe(createGunzip())
  return createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
}
