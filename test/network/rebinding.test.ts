import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProgram } from '../support/programs.ts'
import type { Report } from '../support/rebinding-process.ts'
import { lacking } from '../support/requirements.ts'

test('a name server that changes its answer leads nobody inside, with the default rules', {
  skip: lacking('netns'),
}, async (t) => {
  const program = openProgram('test/support/rebinding-process.ts', [
    'unshare',
    '--user',
    '--map-root-user',
    '--net',
    '--mount',
  ])
  t.after(() => program.close())
  const { answered, refused, guardedInside, naiveInside } = await program.start().hear<Report>()
  assert.deepEqual({ answered, refused, guardedInside }, { answered: 10, refused: 10, guardedInside: 0 })
  assert.ok(
    naiveInside > 0,
    'a client that looks first and connects afterwards must be led inside, or this proves nothing',
  )
  t.diagnostic(
    `of 20 requests each: ${guardedInside} inside with ours, ${naiveInside} with one that looks first and connects afterwards`,
  )
})
