/** What is known of an invitee beforehand. The names of the URL's own parameters work as well. */
export interface Prefill {
  readonly [name: string]: unknown
}

export interface Utm {
  readonly [name: string]: unknown
}

export interface FrameOptions {
  readonly url: string
  readonly embedType: string
  readonly prefill?: Prefill | undefined
  readonly utm?: Utm | undefined
}

type Parameters = Record<string, string>

const prefillNames: Readonly<Record<string, string>> = {
  ...{ name: 'name', email: 'email', location: 'location', guests: 'guests', date: 'date' },
  ...{ smsReminderNumber: 'phone_number', phone_number: 'phone_number' },
  ...{ firstName: 'first_name', first_name: 'first_name', lastName: 'last_name', last_name: 'last_name' },
}

const utmNames: Readonly<Record<string, string>> = {
  ...{
    utmCampaign: 'utm_campaign',
    utmSource: 'utm_source',
    utmMedium: 'utm_medium',
    utmContent: 'utm_content',
    utmTerm: 'utm_term',
  },
  ...{
    utm_campaign: 'utm_campaign',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_content: 'utm_content',
    utm_term: 'utm_term',
  },
  ...{ salesforce_uuid: 'salesforce_uuid', crm_uuid: 'crm_uuid' },
}

const customAnswer = /^a\d{1,2}$/

/** The URL of the frame. Later sources win: the page's own campaign, the given URL, the prefill, the given campaign. */
export const frameAddress = ({ url, embedType, prefill, utm }: FrameOptions): URL => {
  const address = addressIn(url)
  const parameters: Parameters = {
    embed_domain: location.host,
    embed_type: embedType,
    ...only(new URLSearchParams(location.search), (name) => name.startsWith('utm_')),
    ...only(address.searchParams, () => true),
    ...prefilled(prefill),
    ...renamed(utm, utmNames),
  }
  // Consent to cookies is not for the embedding page to give.
  if (parameters.consent_accept === '1') delete parameters.consent_accept
  address.search = new URLSearchParams(parameters).toString()
  address.hash = ''
  return address
}

/** http and https only: `javascript:` in a frame would run as part of the embedding page. */
const addressIn = (url: string): URL => {
  if (!url) throw 'Calendly: Widget URL not set'
  try {
    const address = new URL(url, document.baseURI)
    if (/^https?:$/.test(address.protocol)) return address
  } catch {
    // Reported below, like a URL of another scheme.
  }
  throw 'Calendly: Widget URL is not an http or https address'
}

const only = (parameters: URLSearchParams, isWanted: (name: string) => boolean): Parameters => {
  const found: Parameters = {}
  for (const [name, value] of parameters) {
    const key = name.toLowerCase()
    if (isWanted(key)) found[key] = value
  }
  return found
}

const prefilled = (prefill: Prefill = {}): Parameters => {
  const answers = prefill.customAnswers ?? prefill.custom_answers
  return { ...renamed(prefill, prefillNames), ...answersIn(prefill), ...(isRecord(answers) ? answersIn(answers) : {}) }
}

const answersIn = (given: Readonly<Record<string, unknown>>): Parameters =>
  renamed(
    given,
    Object.fromEntries(
      Object.keys(given)
        .filter((name) => customAnswer.test(name))
        .map((name) => [name, name]),
    ),
  )

const renamed = (
  given: Readonly<Record<string, unknown>> = {},
  names: Readonly<Record<string, string>>,
): Parameters => {
  const found: Parameters = {}
  for (const [name, value] of Object.entries(given)) {
    const parameter = Object.hasOwn(names, name) ? names[name] : undefined
    const text = textOf(value)
    if (parameter !== undefined && text !== undefined) found[parameter] = text
  }
  return found
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dayOf(value)
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** The date in the visitor's time zone. */
const dayOf = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    ...[date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
