import { type TestContext, test } from 'node:test'

const isFullSize = process.env.OPENSLOT_TEST_LONG === 'on'

/**
 * How many of something: a fraction in `npm test`, all of it in the files of `test/long`, which import the same tests.
 */
export const sized = <T = number>(fraction: T, full: T): T => (isFullSize ? full : fraction)

/**
 * How many random cases: a fifth in `npm test`, and a twentieth in `npm run mutation`, which runs the tests once for
 * each fault.
 */
export const cases = (all: number): number =>
  process.env.OPENSLOT_TEST_MUTATION === 'on' ? all / 20 : sized(all / 5, all)

/** A test that is too long for `npm test`. */
export const testAtFullSize = (name: string, work: (t: TestContext) => Promise<void>): void => {
  if (isFullSize) void test(name, work)
}
