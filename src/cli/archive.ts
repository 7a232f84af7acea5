import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { OperatorError } from '#process/operator-error.ts'

type Sink = (line: string) => Promise<void>

/** A file of lines that is there as a whole or not at all, and that nobody else may read. */
export const writeArchive = async <T>(
  path: string,
  { compressed }: { readonly compressed: boolean },
  write: (sink: Sink) => Promise<T>,
): Promise<T> => {
  await refuseTaken(path)
  const part = `${path}.part`
  const lines = new PassThrough()
  const file = createWriteStream(part, { mode: 0o600 })
  const written = compressed ? pipeline(lines, createGzip(), file) : pipeline(lines, file)
  // The writer gets the error; unhandled, it would end the process first.
  written.catch((error: Error) => lines.destroy(error))
  try {
    const done = await write(async (line) => {
      if (lines.destroyed) await written
      if (!lines.write(`${line}\n`)) await Promise.race([once(lines, 'drain'), written])
    })
    lines.end()
    await written
    await sync(part)
    await rename(part, path)
    return done
  } catch (error) {
    lines.destroy()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw error instanceof Error && 'code' in error && 'syscall' in error
      ? new OperatorError(`${path} cannot be written: ${error.message}`)
      : error
  }
}

const refuseTaken = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined)
  if (!handle) return
  await handle.close()
  throw new OperatorError(`${path} is there already. Choose another name, or move it away.`)
}

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Line by line, of any length. */
export async function* readArchive(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  // The reader gets the error.
  pipeline(createReadStream(path), unzipped).catch((error: Error) => unzipped.destroy(error))
  unzipped.setEncoding('utf8')
  let rest = ''
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
