import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import { screens } from './screens.ts'

test('every style sheet and script of a screen is in a folder with its name: by that the page finds it', () => {
  const names = [...screens.map(({ name }) => name as string), 'shell']
  const root = join(packageRoot, 'src/console')
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const lost = folders.filter(
    ({ name }) =>
      !names.includes(name) &&
      readdirSync(join(root, name)).some((file) => /^(?:style\.css|main\.client\.tsx?)$/.test(file)),
  )
  assert.deepEqual(
    lost.map(({ name }) => name),
    [],
  )
})
