import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allCommands } from './catalogue.ts'
import type { Option } from './command.ts'

test('an option of one name takes one kind of value in all commands; "from" and "to" are said of anything', async () => {
  const kinds = new Map<string, Set<string>>()
  for (const { options = {} } of await allCommands())
    for (const [name, { value = 'none' }] of Object.entries<Option>(options))
      kinds.set(name, (kinds.get(name) ?? new Set()).add(value))
  assert.ok(kinds.size > 50, `only ${kinds.size} options`)
  const several = [...kinds].filter(([name, values]) => values.size > 1 && !['from', 'to'].includes(name))
  assert.deepEqual(
    several.map(([name, values]) => `--${name}: ${[...values].join(', ')}`),
    [],
  )
})
