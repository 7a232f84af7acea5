import { OauthStandIn, type StandInAnswer, type StandInChannel, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: an event as the wire has it.
type Event = any

interface StoredCalendar {
  readonly entry: Readonly<Record<string, unknown>>
  readonly events: Map<string, { event: Event; version: number }>
}

const notWithSyncToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]

/** Google Calendar, as far as it is used. What its description does not have is refused, and so are its own answers. */
export class GoogleStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://accounts.google.com/o/oauth2/v2/auth'
  protected readonly tokenPath = '/token'
  protected readonly rotatesRefreshTokens = false
  readonly email = 'host@stand-in.test'
  readonly calendars = new Map<string, StoredCalendar>()
  readonly channels = new Map<string, StandInChannel>()
  /** What becomes of a request for a conference; `off` where the calendar allows none. */
  meet: 'success' | 'pending' | 'failure' | 'off' = 'success'
  /** The links of all conferences that were ever made. */
  readonly conferences: string[] = []
  /** How many events a page has, whatever is asked for. */
  pageSize = 2500
  #version = 1
  #oldestToken = 0

  constructor() {
    super()
    this.addCalendar(this.email, { primary: true, timeZone: 'Europe/Berlin', accessRole: 'owner', summary: this.email })
  }

  addCalendar(id: string, entry: Readonly<Record<string, unknown>>): void {
    this.calendars.set(id, { entry: { kind: 'calendar#calendarListEntry', id, ...entry }, events: new Map() })
  }

  /** What the owner does in their calendar. */
  put(event: Event, calendar = this.email): void {
    this.#version += 1
    this.calendars
      .get(calendar)
      ?.events.set(event.id, { event: { ...event, etag: `"${this.#version}"` }, version: this.#version })
  }

  remove(id: string, calendar = this.email): void {
    this.put({ id, status: 'cancelled' }, calendar)
  }

  /** Those that are there. */
  events(calendar = this.email): Event[] {
    return [...(this.calendars.get(calendar)?.events.values() ?? [])]
      .map(({ event }) => event)
      .filter(({ status }) => status !== 'cancelled')
  }

  /** Sync tokens that were given so far are too old. */
  forgetTokens(): void {
    this.#version += 1
    this.#oldestToken = this.#version
  }

  protected answer(request: StandInRequest): StandInAnswer {
    const described = describedAt(published.google, request.method, request.path.replace('/calendar/v3', ''))
    if (!described) return this.#refuse(404, 'notFound')
    const { name, operation, parts } = described
    const wrong =
      wrongQuery(operation, request.query) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.google, shapeNamed(published.google, operation.body), JSON.parse(request.text)))
    if (wrong) return this.#refuse(400, 'invalid', wrong)
    const answer = this.#perform(name, parts, request)
    if (answer.status === 200 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.google, shapeNamed(published.google, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  #perform(name: string, [calendarId = '', eventId = '']: readonly string[], request: StandInRequest): StandInAnswer {
    if (name === 'GET /users/me/calendarList') {
      if (Number(request.query.get('maxResults')) > 250) return this.#refuse(400, 'invalid')
      return {
        status: 200,
        body: { kind: 'calendar#calendarList', items: [...this.calendars.values()].map(({ entry }) => entry) },
      }
    }
    if (name === 'POST /channels/stop') return this.#stop(JSON.parse(request.text))
    const calendar = this.calendars.get(calendarId)
    if (!calendar) return this.#refuse(404, 'notFound')
    if (name.endsWith('/watch')) return this.#watch(calendarId, JSON.parse(request.text))
    if (name === 'GET /calendars/{calendarId}/events') return this.#list(calendar, request.query)
    const isWriting = request.method !== 'GET'
    if (isWriting && !['owner', 'writer'].includes(String(calendar.entry.accessRole)))
      return this.#refuse(403, 'forbidden')
    const stored = calendar.events.get(eventId)
    const version = request.query.get('conferenceDataVersion')
    if (request.method === 'POST') return this.#insert(calendarId, calendar, JSON.parse(request.text), version)
    if (!stored) return this.#refuse(404, 'notFound')
    const match = request.headers['if-match']
    if (match !== undefined && match !== stored.event.etag) return this.#refuse(412, 'conditionNotMet')
    if (request.method === 'GET') return { status: 200, body: partOf(stored.event, request.query.get('fields')) }
    if (request.method === 'DELETE') {
      if (stored.event.status === 'cancelled') return this.#refuse(410, 'deleted')
      this.remove(eventId, calendarId)
      return { status: 204 }
    }
    return this.#save(calendarId, eventId, JSON.parse(request.text), version)
  }

  #watch(calendarId: string, { id, type, address, token, expiration }: Event): StandInAnswer {
    if (type !== 'web_hook' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) return this.#refuse(400, 'invalid')
    if (!address.startsWith('https://')) return this.#refuse(400, 'push.webhookUrlNotHttps')
    if (token.length > 256) return this.#refuse(400, 'channelTokenTooLong')
    if (this.channels.has(id)) return this.#refuse(400, 'channelIdNotUnique')
    const resourceId = `resource-of-${calendarId}`
    this.channels.set(id, { id, address, secret: token, resource: resourceId, endsAt: expiration })
    return {
      status: 200,
      body: {
        kind: 'api#channel',
        id,
        resourceId,
        resourceUri: `https://www.googleapis.com/calendar/v3/calendars/${calendarId}/events`,
        token,
        expiration,
      },
    }
  }

  #stop({ id, resourceId }: Event): StandInAnswer {
    if (this.channels.get(id)?.resource !== resourceId) return this.#refuse(404, 'notFound')
    this.channels.delete(id)
    return { status: 204 }
  }

  #insert(calendarId: string, calendar: StoredCalendar, event: Event, version: string | null): StandInAnswer {
    if (event.id !== undefined && event.iCalUID !== undefined)
      return this.#refuse(400, 'invalid', 'Only one of id and iCalUID.')
    if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return this.#refuse(400, 'invalid', 'Invalid resource id value.')
    if (calendar.events.has(event.id)) return this.#refuse(409, 'duplicate')
    return this.#save(calendarId, event.id, event, version)
  }

  #save(calendarId: string, id: string, event: Event, version: string | null): StandInAnswer {
    if (!event.start || !event.end) return this.#refuse(400, 'required', 'Missing end time.')
    const { conferenceData: sent, hangoutLink: _, ...rest } = event
    const before = this.calendars.get(calendarId)?.events.get(id)?.event
    const isAlive = before !== undefined && before.status !== 'cancelled'
    // Without the version, what is sent about a conference is ignored, and what is there stays.
    let conference = isAlive ? conferenceOf(before) : {}
    const request = sent?.createRequest
    if (version === '1' && sent === undefined) conference = {}
    if (version === '1' && request && request.requestId !== before?.conferenceData?.createRequest?.requestId) {
      if (this.meet === 'off') return this.#refuse(400, 'invalid', 'Invalid conference type value.')
      conference = this.#confer(request, this.meet)
    }
    this.put({ ...rest, ...conference, id }, calendarId)
    return { status: 200, body: this.calendars.get(calendarId)?.events.get(id)?.event }
  }

  #confer(request: Event, statusCode: string): Event {
    const asked = { createRequest: { ...request, status: { statusCode } } }
    if (statusCode !== 'success') return { conferenceData: asked }
    const uri = `https://meet.google.com/${request.requestId}`
    this.conferences.push(uri)
    return { hangoutLink: uri, conferenceData: { ...asked, entryPoints: [{ entryPointType: 'video', uri }] } }
  }

  /** Those that were pending are there. */
  finishConferences(): void {
    for (const event of this.events()) {
      const request = event.conferenceData?.createRequest
      if (request?.status.statusCode === 'pending') this.put({ ...event, ...this.#confer(request, 'success') })
    }
  }

  #list({ entry, events }: StoredCalendar, query: URLSearchParams): StandInAnswer {
    const token = query.get('syncToken')
    if (token !== null && notWithSyncToken.some((parameter) => query.has(parameter)))
      return this.#refuse(400, 'invalid', 'Not with a sync token.')
    if (query.get('singleEvents') !== 'true') return this.#refuse(400, 'invalid', 'The stand-in has no series.')
    const [since = 0, from = '', to = ''] = token === null ? [] : (JSON.parse(token) as [number, string, string])
    if (token !== null && since < this.#oldestToken) return this.#refuse(410, 'fullSyncRequired')
    const [timeMin, timeMax] = token === null ? [query.get('timeMin') ?? '', query.get('timeMax') ?? ''] : [from, to]
    const isInside = ({ start, end }: Event): boolean =>
      (end.dateTime ?? end.date) > timeMin && (start.dateTime ?? start.date) < timeMax
    const found = [...events.values()].filter(({ event, version }) =>
      token === null
        ? event.status !== 'cancelled' && isInside(event)
        : version > since && (event.status === 'cancelled' || isInside(event)),
    )
    const begin = Number(query.get('pageToken') ?? 0)
    const size = Math.min(this.pageSize, Number(query.get('maxResults') ?? 250))
    const items = found.slice(begin, begin + size).map(({ event }) => event)
    const isLast = begin + size >= found.length
    const next = isLast
      ? { nextSyncToken: JSON.stringify([this.#version, timeMin, timeMax]) }
      : { nextPageToken: String(begin + size) }
    return {
      status: 200,
      body: partOf({ kind: 'calendar#events', timeZone: entry.timeZone, items, ...next }, query.get('fields')),
    }
  }

  #refuse(status: number, reason: string, message = reason): StandInAnswer {
    return { status, body: this.refusal(status, reason, message) }
  }

  protected refusal(status: number, reason: string, message: string): object {
    return { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } }
  }
}

const conferenceOf = ({ conferenceData, hangoutLink }: Event): Event => ({
  ...(conferenceData ? { conferenceData } : {}),
  ...(hangoutLink ? { hangoutLink } : {}),
})

/** A partial answer: `items(id,attendees(self)),nextPageToken`. */
const partOf = (value: Event, fields: string | null): Event => {
  if (fields === null) return value
  if (Array.isArray(value)) return value.map((one) => partOf(one, fields))
  const wanted: [string, string | null][] = [...fields.matchAll(/(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?/g)].map(
    ([, name = '', inner]) => [name, inner ?? null],
  )
  return Object.fromEntries(
    wanted.flatMap(([name, inner]) => (value[name] === undefined ? [] : [[name, partOf(value[name], inner)]])),
  )
}
