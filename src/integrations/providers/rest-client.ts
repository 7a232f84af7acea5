import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Deadline } from '../deadline.ts'
import { type Answered, expecting, faultOf, isFault, type ServiceFault } from './fault.ts'
import { jsonIn } from './oauth.ts'

const maxAnswerBytes = 20 * 1024 * 1024
const maxAnswerMilliseconds = 30_000
const formType = 'application/x-www-form-urlencoded'

/** Opens an account for a while. */
export interface AccessTokens {
  /** One that should be accepted, and is not the one that was just rejected. */
  get(deadline: Deadline, rejected?: string): Promise<string | ServiceFault>
}

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as a form. */
  readonly body?: object | URLSearchParams
}

export interface RestAnswer {
  readonly status: number
  readonly body: unknown
}

/** Why an answer with another status than expected is a fault; undefined when the status alone tells. */
export type ReadRefusal = (answer: Answered, body: unknown) => ServiceFault | undefined

/** Requests to one REST service with one account. */
export class RestClient {
  readonly #outgoing: Outgoing
  readonly #tokens: AccessTokens
  readonly #deadline: Deadline
  readonly #readRefusal: ReadRefusal

  constructor(outgoing: Outgoing, tokens: AccessTokens, deadline: Deadline, readRefusal: ReadRefusal) {
    this.#outgoing = outgoing
    this.#tokens = tokens
    this.#deadline = deadline
    this.#readRefusal = readRefusal
  }

  /** A token may end before its time: one that is rejected is renewed, once. */
  async ask(request: RestRequest, ...statuses: readonly number[]): Promise<RestAnswer | ServiceFault> {
    const token = await this.#tokens.get(this.#deadline)
    if (typeof token !== 'string') return token
    const answer = await this.#send(request, token, statuses)
    if (!isFault(answer) || answer.fault !== 'wrong_credentials') return answer
    const renewed = await this.#tokens.get(this.#deadline, token)
    if (typeof renewed !== 'string') return renewed
    const again = await this.#send(request, renewed, statuses)
    return isFault(again) && again.fault === 'wrong_credentials' ? faultOf('revoked') : again
  }

  async #send(
    { method, url, headers, body }: RestRequest,
    token: string,
    statuses: readonly number[],
  ): Promise<RestAnswer | ServiceFault> {
    const outcome = await this.#outgoing.send({
      method,
      url,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body ? { 'content-type': body instanceof URLSearchParams ? formType : 'application/json' } : {}),
        authorization: `Bearer ${token}`,
      },
      ...(body ? { body: Buffer.from(body instanceof URLSearchParams ? String(body) : JSON.stringify(body)) } : {}),
      maxAnswerBytes,
      answerMilliseconds: Math.max(1, Math.min(maxAnswerMilliseconds, this.#deadline.leftMilliseconds())),
    })
    const content = outcome.kind === 'answered' ? jsonIn(outcome.body) : undefined
    const answer = expecting(outcome, ...statuses)
    if (!isFault(answer)) return { status: answer.status, body: content }
    return (outcome.kind === 'answered' && this.#readRefusal(outcome, content)) || answer
  }
}
