import type { FastifyRequest } from 'fastify'
import { splitTarget } from '#http/query.ts'
import { isStorable } from '#http/strict-json.ts'

/**
 * Names in lower case, the first value of each, but all guests: marketing links carry anything. Values that no
 * field can hold are dropped.
 */
export const visitorQuery = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams => {
  const first = new Map<string, string>()
  const guests: string[] = []
  for (const [name, value] of new URLSearchParams(splitTarget(url).query)) {
    const known = name.toLowerCase()
    if (!isStorable(known) || !isStorable(value)) continue
    if (/^guests(\[\d*\])?$/.test(known)) guests.push(value)
    else if (!first.has(known)) first.set(known, value)
  }
  if (guests.length > 0) first.set('guests', guests.join(','))
  return new URLSearchParams([...first])
}

const appearance = [
  'embed_domain',
  'embed_type',
  'background_color',
  'text_color',
  'primary_color',
  'hide_event_type_details',
  'hide_landing_page_details',
  'hide_gdpr_banner',
  'locale',
]
const tracking = [
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'utm_content',
  'utm_term',
  'salesforce_uuid',
  'crm_uuid',
  'routing_form_submission',
]
const answers = [
  'name',
  'first_name',
  'last_name',
  'email',
  'guests',
  'location',
  ...Array.from({ length: 10 }, (_, at) => `a${at + 1}`),
]

const days = ['month', 'date', 'timezone']
const choices = [...days, 'duration', 'invitee']

const only = (query: URLSearchParams, names: readonly string[]): string => {
  const kept = new URLSearchParams(names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
  return kept.size === 0 ? '' : `?${kept}`
}

/** The parameters that are passed from page to page until something is booked; all others are dropped. */
export const queryUntilBooked = (query: URLSearchParams): string =>
  only(query, [...appearance, ...tracking, ...answers])

/** From a page that lists types to one of them: also where it is to open. */
export const queryForType = (query: URLSearchParams): string =>
  only(query, [...appearance, ...tracking, ...answers, ...days])

/** The parameters passed on after booking: appearance, and no personal data. */
export const appearanceQuery = (query: URLSearchParams): string => only(query, appearance)

/** The same for a page that is never framed, and opens outside of a frame. */
export const appearanceQueryUnframed = (query: URLSearchParams): string =>
  only(
    query,
    appearance.filter((name) => !name.startsWith('embed_')),
  )

/** All parameters that a page understands, for links to the same page in another language. */
export const knownQuery = (query: URLSearchParams): string =>
  only(query, [...appearance, ...tracking, ...answers, ...choices])
