import { find, lackOf, required } from '../../scripts/test/requirements.mjs'

export type Requirement =
  | 'postgres'
  | 'redis'
  | 'chromium'
  | 'netns'
  | 'tzdata'
  | 'conformance'
  | 'caldav'
  | 'cyrus'
  | 'shell'
  | 'packages'
  | 'patroni'

/**
 * For `test(name, { skip: lacking('netns') }, …)`: false when the machine has it, else why the test is skipped. What
 * OPENSLOT_TEST_REQUIRE names must be there: then the test runs, and fails.
 */
export const lacking = (name: Requirement): string | false =>
  required().includes(name) ? false : (lackOf(name) ?? false)

/** Where it is on this machine: the program, for what is a program. */
export const placeOf = (name: Requirement): string | undefined => find(name)
