// seconds: 5
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { launch, newInstallation, serviceOver } from '../../../support/processes.ts'

test('npm start passes a Ctrl-C on, which therefore arrives twice, and ends with 0 all the same', async () => {
  const settings = await newInstallation()
  const running = launch('setsid', ['npm', 'start'], { ...settings, npm_config_update_notifier: 'false' })
  const service = await serviceOver(running, settings)
  // Of the terminal: to everybody in the group.
  process.kill(-running.pid, 'SIGINT')
  // What npm passes on may reach the service before it has looked, and is then the same signal; this does not.
  await pause(50)
  process.kill(-running.pid, 'SIGINT')
  const { code, stderr } = await service.ended
  assert.equal(code, 0)
  assert.match(stderr, /"message":"stopped"/)
})

test('an uncaught error is logged, and ends the process with 1', async () => {
  const settings = await newInstallation()
  const fault = "data:text/javascript,process.on('SIGUSR2', () => Promise.reject(new Error('on purpose')))"
  const service = await serviceOver(
    launch(process.execPath, ['--liftoff-only', '--import', fault, 'bin/openslot.mjs', 'start'], settings),
    settings,
  )
  service.process.kill('SIGUSR2')
  const { code, stderr } = await service.ended
  assert.equal(code, 1)
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  // Lines that were being written when it happened may come after it.
  const crash = lines.find(({ error }) => error?.message === 'on purpose')
  assert.equal(crash?.level, 'error', stderr)
})
