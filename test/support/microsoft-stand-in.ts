import { randomUUID } from 'node:crypto'
import { OauthStandIn, type StandInAnswer, type StandInChannel, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: an event as the wire has it.
type Event = any

const api = 'https://graph.microsoft.com/v1.0'
/** The documentation of the delta function has them, its description does not. */
const ofDelta = ['startDateTime', 'endDateTime', '$deltatoken', '$skiptoken']
const neverShown = ['singleValueExtendedProperties', 'calendarId', 'version', 'isGone']

/** Microsoft Graph, as far as it is used. What its description does not have is refused, and so are its own answers. */
export class MicrosoftStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize'
  protected readonly tokenPath = '/common/oauth2/v2.0/token'
  protected readonly rotatesRefreshTokens = true
  readonly email = 'host@stand-in.test'
  /** Accounts without a mailbox of an organization have none. */
  mail: string | null = this.email
  readonly calendars = new Map<string, object>()
  readonly #events = new Map<string, Event>()
  readonly #transactions = new Set<string>()
  readonly channels = new Map<string, StandInChannel>()
  /** Asks an address for the token that it is called with. */
  validate: (address: string, token: string) => Promise<string> = async () => ''
  pageSize = 500
  /** Personal accounts know no Teams by name, and make a link only at times. */
  teams: 'business' | 'personal' | 'none' = 'business'
  /** The links of all online meetings that were ever made. */
  readonly meetings: string[] = []
  #version = 1
  #oldestToken = 0

  constructor() {
    super()
    this.addCalendar('main', {
      name: 'Calendar',
      isDefaultCalendar: true,
      canEdit: true,
      owner: { name: 'Demo Owner', address: this.email },
    })
  }

  addCalendar(id: string, entry: object): void {
    this.calendars.set(id, { id, ...entry })
  }

  /** What the owner does in their calendar. */
  put(event: Event, calendarId = 'main'): void {
    this.#version += 1
    this.#events.set(event.id, { ...event, calendarId, version: this.#version, '@odata.etag': `W/"${this.#version}"` })
  }

  remove(id: string): void {
    this.put({ ...this.#events.get(id), id, isGone: true }, this.#events.get(id)?.calendarId)
  }

  events(calendarId = 'main'): Event[] {
    return [...this.#events.values()].filter((event) => event.calendarId === calendarId && !event.isGone)
  }

  forgetTokens(): void {
    this.#version += 1
    this.#oldestToken = this.#version
  }

  protected async answer(request: StandInRequest): Promise<StandInAnswer> {
    const described = describedAt(published.microsoft, request.method, request.path.replace('/v1.0', ''))
    if (!described) return this.#refuse(400, 'BadRequest', request.path)
    const { name, operation, parts } = described
    const body = request.text === '' ? undefined : JSON.parse(request.text)
    const wrong =
      wrongQuery(operation, request.query, name.endsWith('/delta') ? ofDelta : []) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.microsoft, shapeNamed(published.microsoft, operation.body), body))
    if (wrong) return this.#refuse(400, 'RequestBodyRead', wrong)
    const answer = name.includes('/subscriptions')
      ? await this.#subscribe(name, parts, body)
      : this.#perform(name, parts, request, body)
    if (answer.status < 300 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.microsoft, shapeNamed(published.microsoft, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  #perform(name: string, [id = '']: readonly string[], request: StandInRequest, body: Event): StandInAnswer {
    if (name === 'GET /me') return { status: 200, body: { mail: this.mail, userPrincipalName: 'host@tenant.test' } }
    if (name === 'GET /me/calendars') return { status: 200, body: { value: [...this.calendars.values()] } }
    // Without it an id changes when an event is moved: nothing here could be found again by it.
    if (!String(request.headers.prefer).includes('IdType="ImmutableId"'))
      return this.#refuse(400, 'ErrorInvalidIdMalformed')
    if (name.includes('/me/calendars/') && !this.calendars.has(id)) return this.#refuse(404, 'ErrorItemNotFound')
    if (name === 'GET /me/calendars/{calendar-id}')
      return {
        status: 200,
        body: { id, allowedOnlineMeetingProviders: this.teams === 'business' ? ['teamsForBusiness'] : [] },
      }
    if (name.endsWith('/delta')) return this.#delta(id, request)
    if (name === 'GET /me/calendars/{calendar-id}/events') return this.#find(id, request.query)
    if (name === 'POST /me/calendars/{calendar-id}/events') return this.#create(id, body)
    const stored = this.#events.get(id)
    if (!stored || stored.isGone) return this.#refuse(404, 'ErrorItemNotFound')
    const match = request.headers['if-match']
    if (match !== undefined && match !== stored['@odata.etag']) return this.#refuse(412, 'ErrorIrresolvableConflict')
    if (request.method === 'GET') {
      const asText = String(request.headers.prefer).includes('outlook.body-content-type="text"')
      return { status: 200, body: shown(asText ? { ...stored, body: textOf(stored.body) } : stored) }
    }
    if (request.method === 'DELETE') {
      this.remove(id)
      return { status: 204 }
    }
    if ('transactionId' in body) return this.#refuse(400, 'ErrorInvalidPropertySet')
    this.put({ ...stored, ...body, ...this.#online({ ...stored, ...body }, stored) }, stored.calendarId)
    return { status: 200, body: shown(this.#events.get(id)) }
  }

  async #subscribe(name: string, [id = '']: readonly string[], body: Event): Promise<StandInAnswer> {
    if (name === 'POST /subscriptions') {
      const { notificationUrl, lifecycleNotificationUrl, clientState, expirationDateTime, resource, changeType } = body
      for (const address of [notificationUrl, lifecycleNotificationUrl]) {
        const token = `Validation: ${randomUUID()} & more`
        if (!address.startsWith('https://') || (await this.validate(address, token)) !== token)
          return this.#refuse(400, 'ValidationError')
      }
      if (clientState.length > 128) return this.#refuse(400, 'InvalidRequest')
      const subscription = {
        id: randomUUID(),
        address: notificationUrl,
        secret: clientState,
        resource,
        endsAt: expirationDateTime,
      }
      this.channels.set(subscription.id, subscription)
      return {
        status: 201,
        body: {
          id: subscription.id,
          resource,
          changeType,
          notificationUrl,
          lifecycleNotificationUrl,
          expirationDateTime,
        },
      }
    }
    const channel = this.channels.get(id)
    if (!channel) return this.#refuse(404, 'ResourceNotFound')
    if (name.startsWith('DELETE')) {
      this.channels.delete(id)
      return { status: 204 }
    }
    channel.endsAt = body.expirationDateTime
    return { status: 200, body: { id, resource: channel.resource, expirationDateTime: channel.endsAt } }
  }

  #create(calendarId: string, body: Event): StandInAnswer {
    if (!body.start || !body.end) return this.#refuse(400, 'ErrorPropertyValidationFailure')
    if (body.transactionId !== undefined && this.#transactions.has(body.transactionId))
      return this.#refuse(409, 'ErrorDuplicateTransactionId')
    this.#transactions.add(body.transactionId)
    const id = randomUUID()
    this.put(
      {
        ...body,
        ...this.#online(body),
        id,
        type: 'singleInstance',
        isAllDay: false,
        isCancelled: false,
        responseStatus: { response: 'organizer' },
      },
      calendarId,
    )
    return { status: 201, body: shown(this.#events.get(id)) }
  }

  /**
   * What Outlook writes into the text of an online meeting belongs to it: with another text the meeting is over.
   */
  #online(event: Event, before: Event = {}): Event {
    if (before.onlineMeeting) {
      const isKept = event.body.contentType === 'html' && event.body.content.includes(before.onlineMeeting.joinUrl)
      return isKept ? {} : { isOnlineMeeting: false, onlineMeeting: null }
    }
    if (!event.isOnlineMeeting) return {}
    const isNamed = event.onlineMeetingProvider === 'teamsForBusiness'
    if (isNamed !== (this.teams === 'business') || this.teams === 'none')
      return { isOnlineMeeting: false, onlineMeeting: null }
    const joinUrl = `https://teams.stand-in.test/${randomUUID()}`
    this.meetings.push(joinUrl)
    const body = {
      contentType: 'html',
      content: `<div>${escaped(event.body.content)}</div><div>${'_'.repeat(40)}</div><div>Join: ${joinUrl}</div>`,
    }
    return { isOnlineMeeting: true, onlineMeeting: { joinUrl }, body }
  }

  #find(calendarId: string, query: URLSearchParams): StandInAnswer {
    const [, property, value] =
      /any\(one: one\/id eq '([^']+)' and one\/value eq '((?:[^']|'')+)'\)$/.exec(query.get('$filter') ?? '') ?? []
    if (property === undefined) return this.#refuse(400, 'ErrorInvalidUrlQueryFilter')
    const holds = ({ singleValueExtendedProperties: held = [] }: Event): boolean =>
      held.some((one: Event) => one.id === property && one.value === value?.replaceAll("''", "'"))
    return { status: 200, body: { value: this.events(calendarId).filter(holds).map(shown) } }
  }

  #delta(calendarId: string, { query, headers }: StandInRequest): StandInAnswer {
    const token = query.get('$deltatoken') ?? query.get('$skiptoken')
    if (token === null && !(query.has('startDateTime') && query.has('endDateTime')))
      return this.#refuse(400, 'ErrorInvalidParameter')
    if (!String(headers.prefer).includes('outlook.timezone="UTC"')) return this.#refuse(400, 'ErrorInvalidTimeZone')
    const state =
      token === null
        ? { since: 0, begin: 0, from: query.get('startDateTime') ?? '', to: query.get('endDateTime') ?? '' }
        : JSON.parse(token)
    if (state.since > 0 && state.since < this.#oldestToken) return this.#refuse(410, 'syncStateNotFound')
    const isInside = ({ start, end, type }: Event): boolean =>
      type === 'seriesMaster' || (end.dateTime > state.from && start.dateTime < state.to)
    const found = [...this.#events.values()].filter(
      (event) =>
        event.calendarId === calendarId &&
        event.version > state.since &&
        (event.isGone ? state.since > 0 : isInside(event)),
    )
    const page = found.slice(state.begin, state.begin + this.pageSize)
    const isLast = state.begin + this.pageSize >= found.length
    const address = (name: string, next: object): string =>
      `${api}/me/calendars/${calendarId}/calendarView/delta?${new URLSearchParams({ [name]: JSON.stringify({ ...state, ...next }) })}`
    const link = isLast
      ? { '@odata.deltaLink': address('$deltatoken', { since: this.#version, begin: 0 }) }
      : { '@odata.nextLink': address('$skiptoken', { begin: state.begin + this.pageSize }) }
    // Items repeat.
    const value = [...page, ...page.slice(0, 1)].map((event) =>
      event.isGone ? { id: event.id, '@removed': { reason: 'deleted' } } : shown(event),
    )
    return { status: 200, body: { value, ...link } }
  }

  #refuse(status: number, code: string, message = code): StandInAnswer {
    return { status, body: this.refusal(status, code, message) }
  }

  protected refusal(_: number, code: string, message: string): object {
    return { error: { code, message } }
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')

/** A text as it reads without its markup. */
const textOf = (body: Event): Event => {
  if (body?.contentType !== 'html') return body
  const lines = body.content.replaceAll(/<br>|<\/div>/g, '\n').replaceAll(/<[^>]*>/g, '')
  return {
    contentType: 'text',
    content: lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  }
}

const shown = (event: Event): Event =>
  Object.fromEntries(Object.entries(event).filter(([name]) => !neverShown.includes(name)))
