/** How many of something: a fraction in `npm test`, all of it in the files of `test/long`, which import the same tests. */
export const sized = <T = number>(fraction: T, full: T): T => (process.env.OPENSLOT_TEST_LONG === 'on' ? full : fraction)
