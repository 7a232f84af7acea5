// One process of a test run: loads its files, then node:test runs them one after another. Started by scripts/test.mjs,
// with the program of the whole process's hooks (test/support/at-end.ts) in front.
import { createHook } from 'node:async_hooks'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gateName, recordCalls, recordFault } from './record.mjs'
import { storeFunctions, watchCalls } from './store-functions.mjs'

// If the runner is gone, nobody reads the outcome. This process leads its group: what the tests started ends with it.
process.on('disconnect', () => process.kill(0, 'SIGKILL'))
process.channel?.unref()

const calledFunctions = process.env.OPENSLOT_TEST_DATABASE?.startsWith('embedded') ? watchCalls() : undefined

// node:test enables its hook with the first test. It would have every promise followed to its collection, only to forget
// it then: that made a tenth of the work of loading.
let hook
const { prototype } = createHook({}).constructor
const { enable } = prototype
prototype.enable = function () {
  hook = this
  prototype.enable = enable
  for (const name of Object.getOwnPropertySymbols(this)) if (name.description === 'destroy') this[name] = undefined
  return this.enable()
}

// Keeps the first test waiting until all files are there. Else a run would count as over when the first file's tests
// are.
let open
const loaded = new Promise((done) => {
  open = done
})
test(gateName, () => loaded)

const load = (file) => import(pathToFileURL(file).href)
const [hooks, ...files] = process.argv.slice(2)
await load(hooks)

const secondsToEnd = Number(process.env.OPENSLOT_TEST_END_SECONDS ?? 10)

// The last of the hooks: by now the tests have closed what they opened, and the process ends by itself.
after(() => {
  if (calledFunctions) {
    const called = calledFunctions()
    recordCalls(
      storeFunctions()
        .filter(({ name }) => called.has(name))
        .map(({ name }) => name),
    )
  }
  setTimeout(() => {
    console.error(
      `The process did not end ${secondsToEnd} s after its last test. Still open: ${process.getActiveResourcesInfo().join(', ')}`,
    )
    process.exit(7)
  }, secondsToEnd * 1000).unref()
})

const secondsAfterFault = 60

/**
 * node:test follows every promise, to know to which suite a test belongs and which test has left an error uncaught.
 * That took a tenth of the processor or more. By now all tests are known; an uncaught error is noted as one outside of
 * any test. The test that runs may wait for what will not come now: the process, which has failed, goes on for a
 * minute.
 */
const stopFollowingPromises = () => {
  hook?.disable()
  for (const name of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(name)
    process.on(name, (error) => {
      recordFault(error)
      setTimeout(() => process.exit(7), secondsAfterFault * 1000).unref()
    })
  }
}

// A suite for each file: its hooks run around its tests and no others, and a hook that fails fails these. One is loaded
// after the other. What follows upon an awaited promise belongs to the suite in which that was made: so all are begun
// here, and each waits for a promise of its own.
const turns = []
const imports = files.map(
  (file) =>
    new Promise((done) => {
      describe(file, async () => {
        await new Promise((turn) => turns.push(turn))
        try {
          await load(file)
        } finally {
          done()
          turns.shift()?.()
        }
      })
    }),
)
turns.shift()?.()
await Promise.all(imports)
stopFollowingPromises()
open()
