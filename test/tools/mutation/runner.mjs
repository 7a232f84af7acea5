// A test runner for Stryker. All changes are in one compiled file, and a global names the one that counts: for each,
// the file is loaded again into the same process, and its tests run until one fails. To start a process for each would
// take longer than all the tests.
import { pathToFileURL } from 'node:url'

class Runner {
  #loads = 0

  capabilities() {
    return { reloadEnvironment: true }
  }

  async dryRun() {
    globalThis.__stryker__ = {}
    const began = performance.now()
    const { count, failure } = await this.#run()
    const outcome = failure
      ? { status: 1, failureMessage: String(failure.error?.stack ?? failure.error) }
      : { status: 0 }
    const whole = {
      id: 'all',
      name: failure?.name ?? `${count} tests`,
      timeSpentMs: performance.now() - began,
      ...outcome,
    }
    return { status: 'complete', tests: [whole], mutantCoverage: globalThis.__stryker__.mutantCoverage }
  }

  async mutantRun({ activeMutant, hitLimit }) {
    globalThis.__stryker__ = {
      activeMutant: activeMutant.id,
      ...(hitLimit === undefined ? {} : { hitLimit, hitCount: 0 }),
    }
    const { failure } = await this.#run()
    if (!failure) return { status: 'survived', nrOfTests: 1 }
    return { status: 'killed', killedBy: ['all'], failureMessage: `${failure.name}: ${failure.error}`, nrOfTests: 1 }
  }

  async #run() {
    const tests = []
    globalThis.collectedTests = tests
    this.#loads += 1
    let name = 'loading'
    try {
      await import(`${pathToFileURL('dist/unit/tests.mjs').href}?${this.#loads}`)
      for (const test of tests) {
        name = test.name
        await test.work()
      }
      return { count: tests.length }
    } catch (error) {
      return { count: tests.length, failure: { name, error } }
    }
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'one-process', injectableClass: Runner }]
