import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#platform/root.ts'

const folder = join(packageRoot, 'deploy', 'monitoring')

test('each alert has its case among what makes them fire', async () => {
  const [rules, cases] = await Promise.all(
    ['alerts.yaml', 'alerts.test.yaml'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  const alerts = [...(rules ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const fired = [...(cases ?? '').matchAll(/alertname="(\w+)"|alertname: (\w+)\n +exp_alerts:\n/g)].map(
    ([, one, other]) => one ?? other,
  )
  assert.deepEqual([...new Set(fired)].sort(), alerts.sort())
})

test('each alert fires when it should, and none on a healthy service', () => {
  const promtool = (...words: string[]): string =>
    execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  assert.match(promtool('check', 'rules', 'alerts.yaml'), /SUCCESS/)
  assert.match(promtool('test', 'rules', 'alerts.test.yaml'), /SUCCESS/)
})
