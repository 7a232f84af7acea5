// Compiles the unit tests of a file for the runner beside this, into one file: node test/tools/mutation/compile.mjs
// <outfile> src/…/one.test.ts …
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const [outfile, ...tests] = process.argv.slice(2)
await build({
  stdin: { contents: tests.map((test) => `import './${test}'`).join('\n'), resolveDir: resolve('.') },
  outfile: resolve(outfile),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: { 'node:test': join(import.meta.dirname, 'collected-tests.mjs') },
  logLevel: 'warning',
})
