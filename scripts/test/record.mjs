// Writes and reads what became of the tests of a shard.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { inspect } from 'node:util'
import { root } from '../ready.mjs'

/** The gate test of a shard (shard.mjs): no test of anybody's. */
export const gateName = 'all test files are loaded'

/** What stands for the file when the time was spent before the first test. */
const loading = 'loading all files'

/** Notes which functions of stores this process called. */
export const recordCalls = (names) =>
  appendFileSync(process.env.OPENSLOT_TEST_RECORD, `${JSON.stringify({ type: 'calls', names })}\n`)

/** Notes an error that no test has caught. */
export const recordFault = (error) =>
  appendFileSync(
    process.env.OPENSLOT_TEST_RECORD,
    `${JSON.stringify({ type: 'test:diagnostic', message: inspect(error) })}\n`,
  )

/**
 * Lines of the record → outcomes of its tests, oldest first, the tests that had begun and not ended, whether it came to
 * its end, and what each file cost.
 */
export const readRecord = (text, folder) => {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const path = []
  const outcomes = []
  const running = new Map()
  const calls = []
  const costs = new Map()
  let cpuBefore = 0
  let complete = false
  const keyOf = ({ name, nesting, file, line }) => [name, nesting, file, line].join('\0')
  for (const line of lines) {
    if (line.cpuSeconds !== undefined) {
      const file = line.name === gateName ? loading : sourceOf(line.name, folder)
      const { seconds = 0, cpuSeconds = 0 } = costs.get(file) ?? {}
      costs.set(file, {
        seconds: seconds + line.milliseconds / 1000,
        cpuSeconds: cpuSeconds + line.cpuSeconds - cpuBefore,
      })
      cpuBefore = line.cpuSeconds
    }
    if (line.name === gateName) continue
    switch (line.type) {
      case 'test:dequeue':
        running.set(keyOf(line), line)
        break
      case 'test:start':
        path.length = line.nesting
        path[line.nesting] = line.name
        break
      case 'calls':
        calls.push(...line.names)
        break
      case 'end':
        complete = true
        break
      case 'test:diagnostic':
        outcomes.push({
          outcome: 'failed',
          name: 'outside of any test',
          file: '',
          milliseconds: 0,
          error: line.message,
        })
        break
      default: {
        running.delete(keyOf(line))
        const outcome = outcomeOf(line)
        const isFile = line.nesting === 0
        const name = isFile ? 'the file, or a hook of it' : [...path.slice(1, line.nesting), line.name].join(' › ')
        if (outcome)
          outcomes.push({
            outcome,
            name,
            file: sourceOf(isFile ? line.name : line.file, folder),
            milliseconds: line.milliseconds,
            reason: line.skip ?? line.todo,
            error: line.error,
          })
      }
    }
  }
  return {
    outcomes,
    complete,
    calls,
    costs: [...costs].map(([file, cost]) => ({ file, ...cost })),
    running: [...running.values()].map(({ name, file }) => `${name} (${sourceOf(file, folder)})`),
  }
}

/**
 * Of a suite, its tests are counted. It fails by itself only in a hook, and a test by a subtest that is counted
 * already.
 */
const outcomeOf = ({ type, kind, skip, todo, cause }) => {
  if (skip !== undefined || todo !== undefined) return 'skipped'
  if (type === 'test:fail') return cause === 'subtestsFailed' ? undefined : 'failed'
  return kind === 'suite' ? undefined : 'passed'
}

/** Node maps most places back to the source by itself; else `dist/test/4711/src/a.test.js` is `src/a.test.ts`. */
const sourceOf = (file, folder) => {
  if (!file) return ''
  return file.startsWith(folder) ? relative(folder, file).replace(/\.js$/, '.ts') : relative(root, file)
}
