import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHouse } from './house.ts'

const computed = 'computed from its key alone'
const underWay = 'what this process is doing right now'

/**
 * What a process keeps in a map from one request to the next, and why none of it is older than the database: where it
 * is data of the database at all.
 */
const kept: Readonly<Record<string, string>> = {
  'src/booking-pages/single-flight.ts #flights':
    'work that begins after each of its callers asked; test: single-flight.test.ts',
  'src/calendars/icalendar/clock.ts knownClocks': computed,
  'src/calendars/icalendar/feed.ts #zones': 'of the one feed that is being read',
  'src/calendars/icalendar/reader.ts noParameters': 'always empty',
  'src/calendars/providers/caldav/multistatus.ts noProperties': 'always empty',
  'src/calendars/flows/hasten-syncs.ts asked': 'when it was asked, at most once a minute; nothing that was answered',
  'src/execution/jobs/job-counts.ts #counts': 'counts of this process, for metrics',
  'src/execution/jobs/lane-queues.ts #queues': underWay,
  'src/execution/jobs/lanes.ts #failed': 'how others answered last; asked again within a second',
  'src/execution/jobs/lanes.ts #underWay': underWay,
  'src/http/openapi-schemas.ts #shared': computed,
  'src/imports/free-names.ts #holders': 'of one page of an import, in its transaction',
  'src/imports/free-names.ts #namesOf': 'the same',
  'src/imports/free-names.ts #nextNumber': 'the same',
  'src/mcp/legacy.ts #numbers': underWay,
  'src/mcp/legacy.ts #waiting': underWay,
  'src/notifications/mail-style.ts cache': computed,
  'src/pages/theme.ts cache': computed,
  'src/platform/db/leased-connection.ts names': computed,
  'src/platform/db/named-query.ts preparedOn': 'of one connection; test: kept-plans.test.ts',
  'src/platform/keyed-semaphore.ts #permits': underWay,
  'src/platform/language/moments.ts known': computed,
  'src/platform/limits/memory.ts #lengths': 'counts of the only server of a database',
  'src/platform/time/instant.ts dates': computed,
  'src/platform/time/zones.ts zones': 'files of the machine, looked at every hour; test: zones.test.ts',
  'src/process/workers.ts #answers': underWay,
}

test('what a process keeps in memory between requests is on this list, with the reason why it is not stale', () => {
  const map =
    /^(?:const |let | {2}(?:(?:readonly |static |private )+|(?=#)))(#?\w+)(?:: [^=\n]+)? = new (?:Map|WeakMap)(?:<.*>)?\(\)/gm
  const found = [...readHouse().values()].flatMap(({ path, bare }) =>
    [...bare.matchAll(map)].map(([, name]) => `${path} ${name}`),
  )
  assert.deepEqual([...new Set(found)].sort(), Object.keys(kept).sort())
})
