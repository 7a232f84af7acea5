const looks = [
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
const origins = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'salesforce_uuid', 'crm_uuid', 'routing_form_submission']
const answers = [
  'name',
  'first_name',
  'last_name',
  'email',
  'guests',
  'location',
  'text_reminder_number',
  'phone_number',
  ...Array.from({ length: 10 }, (_, at) => `a${at + 1}`),
]

const days = ['month', 'date', 'timezone']
const choices = [...days, 'duration', 'invitee']

const only = (query: URLSearchParams, names: readonly string[]): string => {
  const kept = new URLSearchParams(names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
  return kept.size === 0 ? '' : `?${kept}`
}

/** What goes along from page to page until something is booked; whatever else stands in an address is dropped on the way. */
export const carriedBy = (query: URLSearchParams): string => only(query, [...looks, ...origins, ...answers])

/** From a page that lists types to one of them: also where it is to open. */
export const onwardFrom = (query: URLSearchParams): string => only(query, [...looks, ...origins, ...answers, ...days])

/** What goes along afterwards: how the page looks, and nothing about anybody. */
export const looksIn = (query: URLSearchParams): string => only(query, looks)

/** The same for a page that is never in a frame, and opens outside of one. */
export const looksOutside = (query: URLSearchParams): string =>
  only(
    query,
    looks.filter((name) => !name.startsWith('embed_')),
  )

/** All that a page understands: the same page in another language has it too. */
export const understoodIn = (query: URLSearchParams): string => only(query, [...looks, ...origins, ...answers, ...choices])
