import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#platform/root.ts'

test('each alert fires when it should, and none on a healthy service', () => {
  const folder = join(packageRoot, 'deploy', 'monitoring')
  const promtool = (...words: string[]): string => execFileSync('promtool', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  assert.match(promtool('check', 'rules', 'alerts.yaml'), /SUCCESS/)
  assert.match(promtool('test', 'rules', 'alerts.test.yaml'), /SUCCESS/)
})
