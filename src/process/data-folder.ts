import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the embedded database was ever made in this data folder. */
export const hasEmbeddedDatabase = (dataFolder: string): boolean => existsSync(join(dataFolder, 'pgdata'))
