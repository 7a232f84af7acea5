import { type IncomingMessage, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import { TooLate, within } from '../deadline.ts'
import { KeptHttp, KeptHttps } from './connections.ts'
import { type DestinationProblem, type Destinations, hostOf } from './destinations.ts'
import { type Resolve, resolveName } from './names.ts'

export interface OutgoingRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, byte for byte. */
  readonly body?: Buffer
  /** How much of the answer is read. */
  readonly maxAnswerBytes?: number
  /** The other side knows it when it gets it twice. What only reads may always be sent again. */
  readonly mayRepeat?: boolean
  /** In place of the usual time to the end of the answer. */
  readonly answerMilliseconds?: number
  /**
   * Takes the body of a success piece by piece; then the answer has none. Nothing more is read until it is done with
   * one.
   */
  readonly onData?: (chunk: Buffer) => Promise<void>
}

/** What came of it. What others do is never an error of ours. */
export type RequestOutcome =
  /**
   * A redirect is an answer like any other: nobody follows it. Not whole: there was more than we read, or it did not
   * come in time.
   */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly isWhole: boolean
    }
  /** We do not send there. */
  | { readonly kind: 'refused'; readonly why: DestinationProblem }
  | { readonly kind: 'unknown_name' }
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'timed_out'; readonly during: 'connect' | 'answer' }

export interface OutgoingOptions {
  readonly resolve?: Resolve
  /** To look up the name, connect and agree on encryption. */
  readonly connectMilliseconds?: number
  /** From there to the end of the answer. */
  readonly answerMilliseconds?: number
  /** The authority to trust, in place of those that the machine trusts: for tests. */
  readonly ca?: string
}

interface Addresses {
  readonly addresses: readonly string[]
}

const reading: readonly string[] = ['GET', 'PROPFIND', 'REPORT'] satisfies OutgoingRequest['method'][]

/** The only way out of the building. */
export class Outgoing {
  readonly #destinations: Destinations
  readonly #resolve: Resolve
  readonly #connectMilliseconds: number
  readonly #answerMilliseconds: number
  readonly #ca: string | undefined
  readonly #connections = { 'http:': new KeptHttp(), 'https:': new KeptHttps() }

  constructor(destinations: Destinations, options: OutgoingOptions = {}) {
    const { resolve = resolveName, connectMilliseconds = 10_000, answerMilliseconds = 15_000, ca } = options
    this.#destinations = destinations
    this.#resolve = resolve
    this.#connectMilliseconds = connectMilliseconds
    this.#answerMilliseconds = answerMilliseconds
    this.#ca = ca
  }

  /**
   * The name is resolved once. If any of its addresses is not allowed, none is used. We connect only to checked
   * addresses, so a name that resolves to another address a moment later leads nowhere. A request that may be
   * repeated goes over a connection that was kept, if there is one, and over another if that was closed meanwhile.
   */
  async send(request: OutgoingRequest): Promise<RequestOutcome> {
    const why = this.#destinations.whyNot(request.url)
    if (why !== undefined) return { kind: 'refused', why }
    const url = new URL(request.url)
    const began = performance.now()
    const found = await this.#addressesOf(hostOf(url))
    if ('kind' in found) return found
    const { addresses } = found
    for (const address of addresses) {
      const unfit = this.#destinations.whyNotAddress(url, address)
      if (unfit !== undefined) return { kind: 'refused', why: unfit }
    }
    return this.#exchange(url, addresses, request, this.#connectMilliseconds - (performance.now() - began))
  }

  async #addressesOf(host: string): Promise<Addresses | RequestOutcome> {
    if (isIP(host) !== 0) return { addresses: [host] }
    try {
      const addresses = await within(this.#connectMilliseconds, this.#resolve(host))
      return addresses.length === 0 ? { kind: 'unknown_name' } : { addresses }
    } catch (error) {
      if (error instanceof TooLate) return { kind: 'timed_out', during: 'connect' }
      return { kind: 'unreachable', code: (error as NodeJS.ErrnoException).code ?? 'EDNS' }
    }
  }

  #exchange(
    url: URL,
    addresses: readonly string[],
    asked: OutgoingRequest,
    connectMilliseconds: number,
  ): Promise<RequestOutcome> {
    const { maxAnswerBytes = 64 * 1024, answerMilliseconds = this.#answerMilliseconds } = asked
    return new Promise((done, fail) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(this.#optionsFor(url, addresses, asked))
      let whenLate = (): void => settle({ kind: 'timed_out', during: 'connect' })
      let timer = setTimeout(() => whenLate(), Math.max(0, connectMilliseconds))
      let [hasAnswer, isSettled] = [false, false]
      const settle = (outcome: RequestOutcome | Promise<RequestOutcome>, { isKept = false } = {}): void => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        if (!isKept) request.destroy()
        done(outcome)
      }
      const fault = (code: string): void => {
        if (isSettled) return
        // A connection that was kept and closed meanwhile says nothing about the other side. Of an answer that has
        // begun, a part may have been taken.
        if (request.reusedSocket && !hasAnswer)
          settle(this.#exchange(url, addresses, { ...asked, mayRepeat: false }, connectMilliseconds))
        else settle({ kind: 'unreachable', code })
      }
      const abandon = (error: unknown): void => {
        clearTimeout(timer)
        request.destroy()
        fail(error)
      }
      const awaitAnswer = (): void => {
        clearTimeout(timer)
        whenLate = () => settle({ kind: 'timed_out', during: 'answer' })
        timer = setTimeout(() => whenLate(), answerMilliseconds)
      }
      request.on('socket', (socket) => {
        if (request.reusedSocket) awaitAnswer()
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', awaitAnswer)
      })
      request.on('error', (error: NodeJS.ErrnoException) => fault(codeOf(error)))
      // Without an answer and without an error, like a switch to another protocol.
      const whenClosed = (): void => fault('ECLOSED')
      request.on('close', whenClosed)
      request.on('response', (response) => {
        hasAnswer = true
        // It may close while there is more of the answer to take.
        request.off('close', whenClosed)
        whenLate = readAnswer(response, { maxAnswerBytes, onData: asked.onData }, settle, abandon)
      })
      request.end(asked.body)
    })
  }

  #optionsFor(
    url: URL,
    addresses: readonly string[],
    { method, headers = {}, body, mayRepeat = reading.includes(method) }: OutgoingRequest,
  ): HttpOptions {
    return {
      method,
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      headers: {
        'user-agent': 'Openslot',
        accept: '*/*',
        ...headers,
        ...(body ? { 'content-length': String(body.length) } : {}),
        ...(mayRepeat ? {} : { connection: 'close' }),
      },
      // Never a connection that was made for other addresses.
      agent: mayRepeat && this.#connections[url.protocol as 'http:' | 'https:'],
      addresses,
      lookup: lookupIn(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
      maxHeaderSize: 16 * 1024,
      rejectUnauthorized: true,
      ...(this.#ca === undefined ? {} : { ca: this.#ca }),
    }
  }
}

type HttpOptions = RequestOptions &
  Addresses &
  Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

/** Settles with the answer, as much of it as there is. Returns a function that ends it early. */
const readAnswer = (
  response: IncomingMessage,
  { maxAnswerBytes, onData }: { readonly maxAnswerBytes: number; readonly onData: OutgoingRequest['onData'] },
  settle: (outcome: RequestOutcome, connection: { readonly isKept: boolean }) => void,
  abandon: (error: unknown) => void,
): (() => void) => {
  const chunks: Buffer[] = []
  let length = 0
  const finish = (isWhole: boolean): void => {
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    const body = Buffer.concat(chunks).subarray(0, maxAnswerBytes)
    settle({ kind: 'answered', status: response.statusCode ?? 0, headers, body, isWhole }, { isKept: isWhole })
  }
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (onData && response.statusCode === 200) take(onData, chunk)
    else chunks.push(chunk)
    if (length > maxAnswerBytes) finish(false)
  })
  // The end is told together with the last piece.
  let taken: Promise<unknown> = Promise.resolve()
  const finishTaken = (): void => void taken.then(() => finish(response.complete))
  const take = (taking: (chunk: Buffer) => Promise<void>, chunk: Buffer): void => {
    response.pause()
    taken = taking(chunk).then(() => response.resume(), abandon)
  }
  response.on('end', finishTaken)
  response.on('error', () => finish(false))
  response.on('close', finishTaken)
  return () => finish(false)
}

/** In place of the machine's own: it knows only the addresses that were judged. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) answer(null, known)
    else answer(null, known[0]?.address ?? '', known[0]?.family)
  }

/** When no address answered, each has its own error. */
const codeOf = (error: NodeJS.ErrnoException): string => {
  const { errors } = error as { errors?: readonly NodeJS.ErrnoException[] }
  return error.code ?? errors?.[0]?.code ?? error.name
}
