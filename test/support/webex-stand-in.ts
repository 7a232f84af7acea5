import { randomUUID } from 'node:crypto'
import { OauthStandIn, type StandInAnswer, type StandInRequest } from './oauth-stand-in.ts'
import { describedAt, published, shapeNamed, wrongBody, wrongQuery } from './published-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: a meeting as the wire has it.
type Meeting = any

const minutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000

/** Webex, as far as it is used. What its description does not have is refused, and so are its own answers. */
export class WebexStandIn extends OauthStandIn {
  protected readonly authorizeAt = 'https://webexapis.com/v1/authorize'
  protected readonly tokenPath = '/v1/access_token'
  protected readonly rotatesRefreshTokens = false
  readonly email = 'host@stand-in.test'
  readonly meetings = new Map<string, Meeting>()
  /** What Webex sent to the host: nothing, when it was asked not to. */
  mails = 0

  protected answer(request: StandInRequest): StandInAnswer {
    const described = describedAt(published.webex, request.method, request.path.replace('/v1', ''))
    if (!described) return this.#refuse(404, 'The requested resource could not be found.')
    const { name, operation, parts } = described
    const body = request.text === '' ? undefined : JSON.parse(request.text)
    const wrong =
      wrongQuery(operation, request.query) ??
      (operation.body === undefined
        ? undefined
        : wrongBody(published.webex, shapeNamed(published.webex, operation.body), body))
    if (wrong) return this.#refuse(400, wrong)
    const answer = this.#perform(name, parts, request, body)
    if (answer.status < 300 && answer.body && operation.answer !== undefined) {
      const undescribed = wrongBody(published.webex, shapeNamed(published.webex, operation.answer), answer.body)
      if (undescribed) throw new Error(`The stand-in answers what is not described: ${undescribed}`)
    }
    return answer
  }

  #perform(name: string, [id = '']: readonly string[], { query }: StandInRequest, body: Meeting): StandInAnswer {
    if (name === 'GET /people/me')
      return { status: 200, body: { id: 'person-of-webex', emails: [this.email], displayName: 'Demo Host' } }
    if (name === 'GET /meetings') return this.#list(query)
    if (body && (body.title === undefined || [...body.title].length > 128 || minutes(body.start, body.end) < 10))
      return this.#refuse(400, 'The input parameters contain invalid items.')
    if (name === 'POST /meetings') return this.#create(body)
    const meeting = this.meetings.get(id)
    if (!meeting) return this.#refuse(404, 'The requested resource could not be found.')
    if ((name.startsWith('DELETE') ? query.get('sendEmail') : String(body.sendEmail)) !== 'false') this.mails += 1
    if (name.startsWith('DELETE')) {
      this.meetings.delete(id)
      return { status: 204 }
    }
    const { sendEmail: _, ...changed } = body
    this.meetings.set(id, { ...meeting, ...changed })
    return { status: 200, body: this.meetings.get(id) }
  }

  #create({ sendEmail = true, ...body }: Meeting): StandInAnswer {
    const tags: readonly string[] = body.integrationTags ?? []
    if (tags.length > 3 || tags.some((tag) => tag.length > 64)) return this.#refuse(400, 'Too many tags.')
    if (sendEmail) this.mails += 1
    const id = randomUUID().replaceAll('-', '')
    const meeting = {
      ...{ ...body, id, meetingNumber: '123456789', meetingType: 'meetingSeries', state: 'active', timezone: 'UTC' },
      ...{ password: 'BgJep43', hostEmail: this.email, hostKey: '123456', siteUrl: 'stand-in.webex.com' },
      webLink: `https://stand-in.webex.com/stand-in/j.php?MTID=m${id}`,
      telephony: {
        accessCode: '1234567890',
        callInNumbers: [{ label: 'US Toll', callInNumber: '123456789', tollType: 'toll' }],
      },
    }
    this.meetings.set(id, meeting)
    return { status: 200, body: meeting }
  }

  /** Those of the next seven days, where no range is given. */
  #list(query: URLSearchParams): StandInAnswer {
    const from = query.get('from') ?? new Date().toISOString()
    const to = query.get('to') ?? new Date(Date.parse(from) + 7 * 86_400_000).toISOString()
    const tag = query.get('integrationTag')
    const isListed = ({ start, end, integrationTags = [] }: Meeting): boolean =>
      end > from && start < to && (tag === null || integrationTags.includes(tag))
    const items = [...this.meetings.values()].filter(isListed).slice(0, Number(query.get('max') ?? 10))
    return { status: 200, body: { items } }
  }

  #refuse(status: number, message: string): StandInAnswer {
    return { status, body: this.refusal(status, '', message) }
  }

  protected refusal(_: number, __: string, message: string): object {
    return { message, errors: [{ description: message }], trackingId: 'ROUTER_1' }
  }
}
