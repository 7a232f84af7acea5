import { type EntryPoint, findAtEntryPointById, withDuration } from '#bookings/index.ts'
import { invalid, missing } from '#contract/problem.ts'
import { readInstant } from '#platform/time/instant.ts'
import { findZone, zoneNameOf, zoneNames } from '#platform/time/zones.ts'
import type { BookingPageHandler, BookingPageTable } from './answers.ts'
import { minutesIn, monthFor } from './booking-data.ts'
import { isMonth, monthAt, offsetText } from './month.ts'

/** A month of open times, for the script of our own pages; an instant selects the month it is in. */
const month: BookingPageHandler = async ({ context, now, params, query }) => {
  const zone = findZone(zoneNameOf(query.get('timezone') ?? '') ?? '')
  if (!zone) throw invalid({ parameter: 'timezone', message: 'invalid' })
  const asked = params.month ?? ''
  const instant = readInstant(asked)
  const name = instant ? monthAt(zone, instant.getTime()) : asked
  if (!isMonth(name)) throw invalid({ parameter: 'month', message: 'is in invalid format' })
  const bookable = await findAtEntryPointById(context.database.reader, context.codes, params.uuid?.toLowerCase() ?? '', entryPointIn(query), now)
  if (!bookable) throw missing()
  return { json: await monthFor(context, withDuration(bookable, minutesIn(query)), name, zone, now) }
}

const entryPointIn = (query: URLSearchParams): EntryPoint | undefined => {
  const [code, token] = [query.get('code'), query.get('invitee')]
  if (code !== null) return { kind: 'link', code }
  return token === null ? undefined : { kind: 'move', token }
}

/** Zones named after places; older names of zones are accepted, but not listed. */
const isPlace = (name: string): boolean => name === 'UTC' || /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name)

const timeZones: BookingPageHandler = async ({ now }) => ({
  json: zoneNames()
    .filter(isPlace)
    .map((name) => [name, offsetText(findZone(name)?.offsetAt(now.getTime()) ?? 0)]),
})

export const monthData: BookingPageTable = {
  'GET /api/booking/event_types/:uuid/months/:month': month,
  'GET /api/booking/time_zones': timeZones,
}
