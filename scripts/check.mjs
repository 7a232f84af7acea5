// npm run check: types, lint and format, retired words, the map of rooms, the table types and the generated documents.
// Says what is wrong and goes on, so that one run tells all.
import { spawnSync } from 'node:child_process'
import { ensurePackages, root } from './ready.mjs'

/**
 * Outside the lockfile: its packages for other platforms would make `npm ci` fail. The version is also in
 * package.json's `format`.
 */
const biome = ['npx', '-y', '@biomejs/biome@2.6.6']

const run = (command, ...words) => spawnSync(command, words, { cwd: root, stdio: 'inherit' }).status === 0

const lint = () => {
  const { status, stderr, error } = spawnSync(biome[0], [...biome.slice(1), '--version'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return run(...biome, 'check', '--error-on-warnings')
  console.log(
    `NOT CHECKED: lint and format, because Biome could not be fetched: ${error?.message ?? stderr.split('\n').find((line) => line.startsWith('npm error'))}`,
  )
  return !process.env.CI
}

const checks = {
  types: () => run(process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit'),
  'types in the browser': () => run(process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web'),
  'lint and format': lint,
  'retired words': () => run(process.execPath, 'scripts/retired.mjs'),
  architecture: () => run(process.execPath, 'scripts/test.mjs', 'test/architecture/'),
  'table types': () => run(process.execPath, 'scripts/db-types.mjs', '--check'),
  'generated documents': () => run(process.execPath, 'scripts/docs.mjs', '--check'),
}

ensurePackages()
const failed = []
for (const [name, check] of Object.entries(checks)) {
  const began = performance.now()
  console.log(`\n— ${name}`)
  const isGood = check()
  if (!isGood) failed.push(name)
  console.log(`${isGood ? '✔' : '✖'} ${name}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nNot right: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
