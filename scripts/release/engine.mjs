import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'

const engine = join('node_modules', '@electric-sql', 'pglite')

/** The extensions that migrations create; see src/platform/db/embedded-engine.ts. */
const unneeded = /(\.map|\.d\.c?ts|\.cjs|\.md|\/(?!btree_gist)[^/]+\.tar\.gz)$/

/**
 * The embedded database, which is not in the bundle: without source maps, types, CommonJS copies, and extensions that
 * are not used.
 */
export const copyEngine = (app) =>
  cpSync(join(root, engine), join(app, engine), { recursive: true, filter: (path) => !unneeded.test(path) })
