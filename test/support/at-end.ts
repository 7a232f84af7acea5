import { after, afterEach } from 'node:test'

// Hooks of a process with many test files, each of which has its own: this module is loaded before them.
const atTheEnd: (() => unknown)[] = []
const afterTests: (() => unknown)[] = []

after(async () => {
  for (const work of atTheEnd) await work()
})
afterEach(async () => {
  for (const work of afterTests) await work()
})

/** Done when the last file's tests are over. */
export const atEnd = (work: () => unknown): void => void atTheEnd.push(work)

/** Done after every test that comes. */
export const afterEveryTest = (work: () => unknown): void => void afterTests.push(work)
