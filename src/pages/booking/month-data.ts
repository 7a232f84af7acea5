import { invalid, missing } from '#contract/problem.ts'
import { readInstant } from '#platform/time/instant.ts'
import { findZone, zoneNameOf, zoneNames } from '#platform/time/zones.ts'
import type { BookingPage, BookingPageTable } from './answers.ts'
import { lastingAs, monthFor } from './booking-data.ts'
import { isMonth, monthAt, offsetText } from './month.ts'
import { findOfferedById } from './offered.ts'

/** A month of open times, for the script of our own pages; an instant stands for the month it is in. */
const month: BookingPage = async ({ ground, now, params, query }) => {
  const zone = findZone(zoneNameOf(query.get('timezone') ?? '') ?? '')
  if (!zone) throw invalid({ parameter: 'timezone', message: 'invalid' })
  const asked = params.month ?? ''
  const instant = readInstant(asked)
  const name = instant ? monthAt(zone, instant.getTime()) : asked
  if (!isMonth(name)) throw invalid({ parameter: 'month', message: 'is in invalid format' })
  const offered = await findOfferedById(ground, params.uuid?.toLowerCase() ?? '', { code: query.get('code'), token: query.get('invitee') }, now)
  if (!offered) throw missing()
  return { json: await monthFor(ground, lastingAs(offered, query.get('duration')), name, zone, now) }
}

/** Those that are places; what else zones were once called is understood, but not offered. */
const isPlace = (name: string): boolean => name === 'UTC' || /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name)

const timeZones: BookingPage = async ({ now }) => ({
  json: zoneNames()
    .filter(isPlace)
    .map((name) => [name, offsetText(findZone(name)?.offsetAt(now.getTime()) ?? 0)]),
})

export const monthData: BookingPageTable = {
  'GET /api/booking/event_types/:uuid/months/:month': month,
  'GET /api/booking/time_zones': timeZones,
}
