// Runs the unit tests of some files, for npm run mutation: node scripts/test/unit.mjs src/…/one.test.ts …
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'
import { bundle } from './bundle.mjs'

const files = process.argv.slice(2)
const folder = join(root, 'dist', `unit-${process.pid}`)
try {
  const bundleOf = await bundle(files, folder)
  const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=dot', ...files.map(bundleOf)], { stdio: 'inherit', cwd: root })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
