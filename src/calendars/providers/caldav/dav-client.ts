import { type Deadline, expecting, faultOf, isFault } from '#integrations/index.ts'
import type { Outgoing, OutgoingRequest } from '#platform/net/outgoing.ts'
import { type RedirectedOutcome, sendFollowing } from '#platform/net/redirects.ts'
import { isAtIcloud } from '../../connection.ts'
import { joinSplitLetters } from '../../icalendar/split-letters.ts'
import type { ProviderFault } from '../fault.ts'
import { type Multistatus, readMultistatus } from './multistatus.ts'

const maxAnswerBytes = 20 * 1024 * 1024
const maxAnswerMilliseconds = 30_000

export interface DavAnswer extends Multistatus {
  /** Where it was in the end, for the hrefs in it. */
  readonly url: string
}

/** Requests to one server with one account. */
export class DavClient {
  readonly #outgoing: Outgoing
  readonly #authorization: string
  readonly #deadline: Deadline
  readonly #home: URL

  constructor(
    outgoing: Outgoing,
    { url, username, password }: { url: string; username: string; password: string },
    deadline: Deadline,
  ) {
    this.#outgoing = outgoing
    this.#home = new URL(url)
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    this.#deadline = deadline
  }

  propfind(url: string, depth: 0 | 1, properties: string): Promise<DavAnswer | ProviderFault> {
    return this.#ask(
      'PROPFIND',
      url,
      depth,
      `<propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><prop>${properties}</prop></propfind>`,
    )
  }

  report(url: string, depth: 0 | 1, body: string): Promise<DavAnswer | ProviderFault> {
    return this.#ask('REPORT', url, depth, body)
  }

  async #ask(
    method: 'PROPFIND' | 'REPORT',
    url: string,
    depth: number,
    xml: string,
  ): Promise<DavAnswer | ProviderFault> {
    const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${xml}`)
    const outcome = await this.send({
      url,
      method,
      headers: { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' },
      body,
    })
    const answer = expecting(outcome, 207)
    if (isFault(answer)) return answer
    const read = await readMultistatus(joinSplitLetters(answer.body).toString('utf8'))
    return read ? { ...read, url: outcome.url } : faultOf('bad_answer')
  }

  send(request: OutgoingRequest): Promise<RedirectedOutcome> {
    return sendFollowing(this.#outgoing, {
      ...request,
      headers: {
        ...request.headers,
        ...(isTrusted(this.#home, new URL(request.url)) ? { authorization: this.#authorization } : {}),
      },
      maxAnswerBytes,
      answerMilliseconds: Math.max(1, Math.min(maxAnswerMilliseconds, this.#deadline.leftMilliseconds())),
    })
  }
}

/**
 * The password goes to the server that it was given for, and to no other. iCloud alone keeps accounts on hosts beside
 * the one that is known.
 */
export const isTrusted = (home: URL, url: URL): boolean =>
  url.origin === home.origin || [home, url].every(({ protocol, host }) => protocol === 'https:' && isAtIcloud(host))
