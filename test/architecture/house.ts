import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { type Module, readModule } from './imports.ts'

/** Every file of src/, by its path from the top of the project. */
export const readHouse = (): Map<string, Module> => {
  const modules = new Map<string, Module>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(packageRoot, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (/\.[cm]?[jt]sx?$/.test(entry.name))
        modules.set(path, readModule(path, readFileSync(join(packageRoot, path), 'utf8')))
    }
  }
  walk('src')
  return modules
}

/** The house with some files more, or with others in their place. */
export const withFiles = (
  house: ReadonlyMap<string, Module>,
  files: Readonly<Record<string, string>>,
): Map<string, Module> =>
  new Map([...house, ...Object.entries(files).map(([path, text]): [string, Module] => [path, readModule(path, text)])])
