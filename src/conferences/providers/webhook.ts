import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Deadline, expecting, faultOf, isFault, jsonIn, type ServiceFault } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { signatureOf } from '#webhooks/index.ts'
import { type ConferenceProvider, type ConferenceToMake, isJoinUrl, type MadeConference } from './provider.ts'

/** The address that makes conferences, and the key that its requests are signed with. */
export const WebhookCredentials = z.object({ url: z.string(), key: z.string() })
export type WebhookCredentials = z.output<typeof WebhookCredentials>

type WebhookEvent = 'conference.create' | 'conference.update' | 'conference.delete'

const answerMilliseconds = 15_000
const maxAnswerBytes = 64 * 1024

const Answer = z.object({ join_url: z.string(), password: z.string().max(200).nullish() })

/** Anybody's own service. It gets each request again until it answers, under the same key: the same key, one meeting. */
export class WebhookProvider implements ConferenceProvider {
  readonly #outgoing: Outgoing
  readonly #clock: Pick<Clock, 'now'>
  readonly #credentials: WebhookCredentials

  constructor(outgoing: Outgoing, clock: Pick<Clock, 'now'>, credentials: WebhookCredentials) {
    this.#outgoing = outgoing
    this.#clock = clock
    this.#credentials = credentials
  }

  create(conference: ConferenceToMake, _: boolean, deadline: Deadline): Promise<MadeConference | ServiceFault> {
    return this.#tell('conference.create', conference, conference.id, deadline)
  }

  async update(
    foreignId: string,
    conference: ConferenceToMake,
    deadline: Deadline,
  ): Promise<MadeConference | 'gone' | ServiceFault> {
    const told = { ...conference, id: foreignId }
    const made = await this.#tell('conference.update', told, keyOfUpdate(told), deadline)
    return isFault(made) && made.fault === 'gone' ? 'gone' : made
  }

  /** Under the ID that it was asked for with: whether it is there shows when it is used. */
  async find({ id }: ConferenceToMake): Promise<{ readonly foreignId: string }> {
    return { foreignId: id }
  }

  async remove(foreignId: string, deadline: Deadline): Promise<ServiceFault | undefined> {
    const answer = await this.#send('conference.delete', { id: foreignId }, `${foreignId} delete`, deadline)
    return isFault(answer) && answer.fault !== 'gone' ? answer : undefined
  }

  async #tell(
    type: WebhookEvent,
    { id, name, startsAt, endsAt, hosts }: ConferenceToMake,
    key: string,
    deadline: Deadline,
  ): Promise<MadeConference | ServiceFault> {
    const body = { id, name, start_time: writeInstant(startsAt), end_time: writeInstant(endsAt), hosts }
    const answer = await this.#send(type, body, key, deadline)
    if (isFault(answer)) return answer
    const read = Answer.safeParse(answer.body)
    if (!read.success || !isJoinUrl(read.data.join_url)) return { ...faultOf('bad_answer'), isFinal: true }
    const { join_url: joinUrl, password } = read.data
    return { foreignId: id, joinUrl, data: password ? { id, password } : { id } }
  }

  async #send(
    type: WebhookEvent,
    content: object,
    key: string,
    deadline: Deadline,
  ): Promise<{ readonly body: unknown } | ServiceFault> {
    const { url, key: signingKey } = this.#credentials
    const body = JSON.stringify({ type, ...content })
    const outcome = await this.#outgoing.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'openslot-signature': signatureOf(signingKey, body, this.#clock.now()),
        'idempotency-key': key,
      },
      body: Buffer.from(body),
      maxAnswerBytes,
      answerMilliseconds: Math.max(1, Math.min(answerMilliseconds, deadline.leftMilliseconds())),
      mayRepeat: true,
    })
    if (outcome.kind === 'answered' && isAccepted(outcome.status))
      return outcome.isWhole ? { body: jsonIn(outcome.body) } : { ...faultOf('bad_answer'), isFinal: true }
    const fault = expecting(outcome)
    if (!isFault(fault)) return faultOf('bad_answer')
    return outcome.kind === 'answered' ? { ...fault, ...patienceWith(outcome.status) } : fault
  }
}

const isAccepted = (status: number): boolean => status >= 200 && status < 300 && status !== 202

/** A service that says "not yet" is asked again; another "no" stays one. */
const patienceWith = (status: number): Pick<ServiceFault, 'isFinal'> => ({
  isFinal: status >= 300 && status < 500 && ![408, 425, 429].includes(status),
})

/** Another change is another request; the same change sent twice is the same. */
const keyOfUpdate = ({ id, change, startsAt, endsAt, name, hosts }: ConferenceToMake): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([change, name, startsAt, endsAt, hosts]))
    .digest('hex')
  return `${id} update ${digest.slice(0, 32)}`
}
