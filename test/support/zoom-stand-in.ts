import { randomUUID } from 'node:crypto'
import { OauthStandIn, type StandInAnswer, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: a meeting as the wire has it.
type Meeting = any

/** Links and keys by which anybody becomes the host. None of them may be kept. */
export const secretsOfZoom = /zak-of-the-host|host-key-\d/

/** Zoom, as far as it is used. What its client does not declare is refused, and so are the answers of the stand-in. */
export class ZoomStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://zoom.us/oauth/authorize'
  protected readonly tokenPath = '/oauth/token'
  protected readonly rotatesRefreshTokens = true
  protected override readonly takesBasic = true
  override readonly accountId = 'account-of-stand-in'
  protected override readonly refusalOfRefresh = { reason: 'Invalid Token!', error: 'invalid_request' }
  readonly email = 'host@stand-in.test'
  /** Those of the account, beside its owner. */
  readonly colleagues = new Set<string>()
  readonly meetings = new Map<string, Meeting>()
  pageSize = 300
  /** Creations and changes that each user has left today. */
  leftToday = 100
  #number = 91_000_000_000

  protected answer(request: StandInRequest): StandInAnswer {
    const described = describedAt(published.zoom, request.method, request.path.replace('/v2', ''))
    if (!described) return this.#refuse(404, 2300, 'This API endpoint is not recognized.')
    const { name, operation, parts } = described
    const body = request.text === '' ? undefined : JSON.parse(request.text)
    const wrong =
      wrongQuery(operation, request.query) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.zoom, shapeNamed(published.zoom, operation.body), body))
    if (wrong) return this.#refuse(400, 300, wrong)
    const answer = this.#perform(name, parts, request, body)
    if (answer.status < 300 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.zoom, shapeNamed(published.zoom, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  #perform(name: string, [id = '']: readonly string[], { query }: StandInRequest, body: Meeting): StandInAnswer {
    if (name.includes('/users/{userId}')) {
      const user = id === 'me' ? this.email : id
      if (user !== this.email && !this.colleagues.has(user)) return this.#refuse(404, 1001, 'User does not exist.')
      if (name === 'GET /users/{userId}') return { status: 200, body: { id: 'user-of-zoom', email: user, type: 2 } }
      return name.startsWith('POST') ? this.#create(user, body) : this.#list(user, query)
    }
    const meeting = this.meetings.get(id)
    if (!meeting) return this.#refuse(404, 3001, `Meeting does not exist: ${id}.`)
    if (name.startsWith('GET')) return { status: 200, body: meeting }
    if (name.startsWith('DELETE')) {
      this.meetings.delete(id)
      return { status: 204 }
    }
    const spent = this.#spend()
    if (spent) return spent
    this.meetings.set(id, { ...meeting, ...body, settings: { ...meeting.settings, ...body.settings } })
    return { status: 204 }
  }

  #create(user: string, body: Meeting): StandInAnswer {
    if (!body.topic || [...body.topic].length > 200) return this.#refuse(400, 300, 'Invalid topic.')
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(body.start_time)) return this.#refuse(400, 300, 'Invalid time.')
    const spent = this.#spend()
    if (spent) return spent
    this.#number += 1
    const id = this.#number
    const meeting = {
      ...{ uuid: randomUUID(), id, host_id: 'user-of-zoom', host_email: user, created_at: '2026-03-02T09:00:00Z' },
      ...{ ...body, status: 'waiting', timezone: 'UTC', password: 'pass123', h323_password: '123456' },
      join_url: `https://us02web.zoom.us/j/${id}?pwd=pass-in-link`,
      start_url: `https://us02web.zoom.us/s/${id}?zak=zak-of-the-host`,
      dynamic_host_key: 'host-key-1',
      settings: {
        ...body.settings,
        global_dial_in_numbers: [
          { city: 'New York', country: 'US', country_name: 'US', number: '+1 1000200200', type: 'toll' },
        ],
      },
    }
    this.meetings.set(String(id), meeting)
    return { status: 201, body: meeting }
  }

  /** Lists shorten agendas. */
  #list(user: string, query: URLSearchParams): StandInAnswer {
    const size = Math.min(this.pageSize, Number(query.get('page_size') ?? 30))
    const begin = Number(query.get('next_page_token') ?? 0)
    const found = [...this.meetings.values()].filter(({ host_email }) => host_email === user)
    const meetings = found.slice(begin, begin + size).map(({ id, agenda, topic, start_time, duration, join_url }) => ({
      ...{ id, topic, start_time, duration, join_url, type: 2 },
      ...(agenda === undefined ? {} : { agenda: agenda.slice(0, 250) }),
    }))
    const next = begin + size < found.length ? String(begin + size) : ''
    return { status: 200, body: { page_size: size, next_page_token: next, total_records: found.length, meetings } }
  }

  #spend(): StandInAnswer | undefined {
    if (this.leftToday > 0) {
      this.leftToday -= 1
      return undefined
    }
    return this.#refuse(
      429,
      429,
      'You have exceeded the daily rate limit (100) of Meeting Create/Update API requests permitted for this particular user. You may resume these requests at GMT 00:00:00.',
    )
  }

  #refuse(status: number, code: number, message: string): StandInAnswer {
    return { status, body: { code, message } }
  }

  protected refusal(status: number, _: string, message: string): object {
    return { code: status === 401 ? 124 : status, message }
  }
}
