import { readFile, stat } from 'node:fs/promises'
import { maxPictureBytes } from '#platform/pictures/picture.ts'
import { UsageError } from '#process/operator-error.ts'

/** A picture file as operations take it. What is in it, they decide. */
export const pictureIn = async (path: string | undefined): Promise<string | undefined> => {
  if (path === undefined) return undefined
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`File not found: ${path}.`)
  if (found.size > maxPictureBytes) throw new UsageError(`${path} is larger than 2 MB.`)
  return (await readFile(path)).toString('base64')
}
