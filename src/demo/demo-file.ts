import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#platform/make-folder.ts'
import { OperatorError } from '#process/operator-error.ts'
import type { Demo, DemoAddresses } from './fill.ts'

export const demoFileIn = (dataFolder: string): string => join(dataFolder, 'demo.json')

export const readDemo = async (dataFolder: string): Promise<Demo | undefined> => {
  const text = await readFile(demoFileIn(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Demo)
  } catch {
    throw new OperatorError(
      `${demoFileIn(dataFolder)} cannot be read: it is no JSON any more. Put a copy back, or move it away to fill an empty database anew.`,
    )
  }
}

/** The whole file or none of it, and for nobody else to read: it is full of secrets. */
export const writeDemo = async (dataFolder: string, demo: Demo): Promise<void> => {
  const path = demoFileIn(dataFolder)
  const unfinished = `${path}.${randomUUID()}`
  await makeFolder(dataFolder)
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(demo, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** What it was about is not in this database; but it may be in another, and the secrets are nowhere else. */
export const putDemoAside = async (dataFolder: string): Promise<void> =>
  rename(demoFileIn(dataFolder), `${demoFileIn(dataFolder)}.${randomUUID()}.old`)

/** The same demo at other addresses. */
export const readdress = (demo: Demo, addresses: DemoAddresses): Demo => {
  const before = `${demo.base_url}/`
  const move = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.startsWith(before) ? `${addresses.base_url}/${value.slice(before.length)}` : value
    if (Array.isArray(value)) return value.map(move)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, move(inner)]))
    return value
  }
  return { ...(move(demo) as Demo), ...addresses }
}
