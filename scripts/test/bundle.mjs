import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../ready.mjs'

/**
 * Compiles the tests and what they import, once for all; what several share is shared. Gives the place of each file's
 * bundle.
 */
export const bundle = async (files, outdir) => {
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir,
    outbase: '.',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    chunkNames: 'part-[hash]',
    logLevel: 'warning',
  })
  return (file) => join(outdir, file.replace(/\.ts$/, '.js'))
}
