import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, whether this runs from source or from a bundle below dist/. */
export const packageRoot = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'migrations')) || !existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder)
      throw new Error('Openslot is not complete: no folder above this file holds package.json and migrations/.')
    folder = parent
  }
  return folder
})()
