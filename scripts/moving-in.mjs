// Imports 100,000 meetings of 1,000 users from a second service, and moves them from one database to the other: npm run
// moving-in [-- users meetings] For a quiet machine. The figures are printed.
import { spawn } from 'node:child_process'

const [users = '1000', meetings = '100000'] = process.argv.slice(2)
const environment = {
  ...process.env,
  MOVING_IN: `${users} ${meetings}`,
  OPENSLOT_TEST_MINUTES: process.env.OPENSLOT_TEST_MINUTES ?? '180',
}
const run = spawn(process.execPath, ['scripts/test.mjs', '--long', 'long/postgres/moving-in'], {
  stdio: 'inherit',
  env: environment,
})
run.on('exit', (code) => process.exit(code ?? 1))
