import { faultOf, isFault } from '#integrations/index.ts'
import { maxUrlLength } from '#platform/net/destinations.ts'
import { zoneNameFrom } from '../../icalendar/clock.ts'
import type { ProviderFault } from '../fault.ts'
import type { FoundAccount, FoundCalendar } from '../provider.ts'
import type { DavAnswer, DavClient } from './dav-client.ts'
import { caldav, type DavResponse, dav } from './multistatus.ts'
import { childOf, childrenOf } from './xml.ts'

const wantedOfAccount =
  '<current-user-principal/><principal-URL/><resourcetype/><c:calendar-home-set/><c:calendar-user-address-set/>'
const wantedOfCalendar =
  '<resourcetype/><displayname/><current-user-privilege-set/><c:supported-calendar-component-set/><c:calendar-timezone/><supported-report-set/>'

const maxCalendars = 500
const maxAddresses = 100

/** From the address that a person knows to the calendars of their account (RFC 4791, 5397, 6764). */
export const discover = async (
  client: DavClient,
  address: string,
  username: string,
): Promise<FoundAccount | ProviderFault> => {
  const start = await firstAnswer(client, address)
  if (isFault(start)) return start
  const own = responseFor(start)
  const only = own && isCalendar(own) ? calendarFrom(own, start.url) : undefined
  const principalUrl = hrefIn(own, dav('current-user-principal'), start.url)
  const principal = principalUrl === undefined ? start : await client.propfind(principalUrl, 0, wantedOfAccount)
  // A calendar by itself can be read without what its owner is called.
  if (only) return accountOf(username, isFault(principal) ? [] : addressesIn(responseFor(principal)), [only])
  if (isFault(principal)) return principal
  const found = responseFor(principal)
  const homes = hrefsIn(found, caldav('calendar-home-set'), principal.url)
  const calendars = new Map<string, FoundCalendar>()
  for (const home of homes) {
    const listed = await client.propfind(home, 1, wantedOfCalendar)
    if (isFault(listed)) return listed
    for (const response of listed.responses.filter(isCalendar)) {
      const calendar = calendarFrom(response, listed.url)
      if (calendar && !calendars.has(calendar.foreignId)) calendars.set(calendar.foreignId, calendar)
      if (calendars.size > maxCalendars) return faultOf('too_large')
    }
  }
  return calendars.size === 0
    ? faultOf('no_calendars')
    : accountOf(username, addressesIn(found), [...calendars.values()])
}

/** RFC 6638 §2.4.1: mail addresses, and on some servers addresses of the principal itself. */
const addressesIn = (principal: DavResponse | undefined): readonly string[] =>
  childrenOf(principal?.properties.get(caldav('calendar-user-address-set')), dav('href')).flatMap(({ text }) => {
    const address = text.trim().toLowerCase()
    return address.length > maxUrlLength
      ? []
      : [address.startsWith('mailto:') ? decoded(address.slice('mailto:'.length)) : address]
  })

/** The address itself, and where it leads to no calendars, the place that servers name for them. */
const firstAnswer = async (client: DavClient, address: string): Promise<DavAnswer | ProviderFault> => {
  const answer = await client.propfind(address, 0, wantedOfAccount)
  if (!isFault(answer) && leadsOn(answer)) return answer
  if (isFault(answer) && (answer.fault === 'wrong_credentials' || answer.fault === 'not_allowed')) return answer
  const wellKnown = await client.propfind(new URL('/.well-known/caldav', address).href, 0, wantedOfAccount)
  if (!isFault(wellKnown) && leadsOn(wellKnown)) return wellKnown
  if (isFault(wellKnown) && wellKnown.fault === 'wrong_credentials') return wellKnown
  return isFault(answer)
    ? answer.fault === 'bad_answer'
      ? faultOf('not_a_calendar')
      : answer
    : faultOf('no_calendars')
}

const leadsOn = (answer: DavAnswer): boolean => {
  const own = responseFor(answer)
  return (
    own !== undefined &&
    (isCalendar(own) ||
      own.properties.has(dav('current-user-principal')) ||
      own.properties.has(caldav('calendar-home-set')))
  )
}

const responseFor = ({ responses }: DavAnswer): DavResponse | undefined => responses[0]

const hrefsIn = (response: DavResponse | undefined, property: string, base: string): string[] =>
  childrenOf(response?.properties.get(property), dav('href')).flatMap(({ text }) =>
    URL.canParse(text.trim(), base) ? [new URL(text.trim(), base).href] : [],
  )

const hrefIn = (response: DavResponse | undefined, property: string, base: string): string | undefined =>
  hrefsIn(response, property, base)[0]

/** A collection of events; one for tasks or notes alone is none. */
const isCalendar = ({ properties }: DavResponse): boolean => {
  if (!childOf(properties.get(dav('resourcetype')), caldav('calendar'))) return false
  const components = properties.get(caldav('supported-calendar-component-set'))
  return (
    !components ||
    childrenOf(components, caldav('comp')).some(({ attributes }) => attributes.name?.toUpperCase() === 'VEVENT')
  )
}

/** Undefined where its address is none, or none that can be asked. */
const calendarFrom = ({ href, properties }: DavResponse, base: string): FoundCalendar | undefined => {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if (url.href.length > maxUrlLength) return undefined
  const privileges = properties.get(dav('current-user-privilege-set'))
  const mayWrite = childrenOf(privileges, dav('privilege')).some((privilege) =>
    ['all', 'write', 'write-content', 'bind'].some((name) => childOf(privilege, dav(name)) !== undefined),
  )
  const zone = /^TZID[^:\r\n]*:(.+)$/m.exec(properties.get(caldav('calendar-timezone'))?.text ?? '')?.[1]
  return {
    foreignId: url.href,
    name: (properties.get(dav('displayname'))?.text.trim() || lastPartOf(url) || url.host).slice(0, 200),
    timeZone: (zone === undefined ? undefined : zoneNameFrom(zone)) ?? null,
    isWritable: privileges === undefined || mayWrite,
    isOwn: true,
  }
}

const lastPartOf = ({ pathname }: URL): string => decoded(pathname.split('/').filter(Boolean).at(-1) ?? '')

const decoded = (text: string): string => {
  try {
    // No database keeps a NUL.
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}

const accountOf = (
  username: string,
  addresses: readonly string[],
  calendars: readonly FoundCalendar[],
): FoundAccount => ({
  account: username,
  ownAddresses: [...new Set([username.toLowerCase(), ...addresses])].slice(0, maxAddresses),
  calendars,
})
