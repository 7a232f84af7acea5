import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Outgoing, RequestOutcome } from '#platform/net/outgoing.ts'
import { SourceFault } from '../source-fault.ts'

export interface SourceClientOptions {
  readonly outgoing: Outgoing
  /** The address of the API: `https://api.calendly.com`. */
  readonly source: string
  readonly token: string
  /** Waiting does not go on beyond it: then the work stops, and is taken up later. */
  readonly workMilliseconds: number
  readonly retryMilliseconds?: number
}

export interface ForeignPage<Item> {
  readonly items: readonly Item[]
  readonly nextToken: string | null
}

const maxAttempts = 10
/** A whole answer will hardly be another one the next time. */
const maxOfUnknownForm = 3
/** Of a list that is read as a whole. One that repeats a page for ever would fill the memory. */
const maxPages = 1000
/** When time is up, so much was enough to say that it does not answer. */
const fairAttempts = 3
const fairMilliseconds = 2_000
const longestPauseMilliseconds = 10_000
/** A page of 100 meetings is 200 kB; their notes may be long. */
const maxAnswerBytes = 16 * 1024 * 1024

type Query = Readonly<Record<string, string | undefined>>

const makeListing = (item: z.ZodType) => z.object({ collection: z.array(item), pagination: z.object({ next_page_token: z.string().nullish() }).nullish() })

const listings = new WeakMap<z.ZodType, ReturnType<typeof makeListing>>()

/** Made once for each kind of item: a schema that is new is compiled first, and there is a list for every meeting. */
const listingOf = (item: z.ZodType): ReturnType<typeof makeListing> => {
  const known = listings.get(item) ?? makeListing(item)
  listings.set(item, known)
  return known
}

const Single = z.object({ resource: z.unknown() })

/** Reads an API of version 2 at the pace that it allows. What fails for a moment is tried again. */
export class SourceClient {
  readonly #options: Required<SourceClientOptions>
  readonly #end: number
  /** On this process's own clock: nothing is asked before. */
  #restsUntil = 0
  #perMinute: number | null = null

  constructor(options: SourceClientOptions) {
    this.#options = { retryMilliseconds: 200, ...options }
    this.#end = performance.now() + options.workMilliseconds
  }

  /** How many requests a minute the other side says that it takes. */
  get perMinute(): number | null {
    return this.#perMinute
  }

  async close(): Promise<void> {}

  get isTimeOver(): boolean {
    return performance.now() >= this.#end
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    return this.ask(path, {}, Single.transform(({ resource }) => resource).pipe(schema) as unknown as Schema)
  }

  async list<Schema extends z.ZodType>(path: string, query: Query, item: Schema): Promise<ForeignPage<z.output<Schema>>> {
    const { collection, pagination } = await this.ask(path, query, listingOf(item))
    return { items: collection as z.output<Schema>[], nextToken: pagination?.next_page_token ?? null }
  }

  /** All pages of a list that is short. */
  async all<Schema extends z.ZodType>(path: string, query: Query, item: Schema): Promise<z.output<Schema>[]> {
    const items: z.output<Schema>[] = []
    let pageToken: string | null = null
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page: ForeignPage<z.output<Schema>> = await this.list(path, { ...query, count: '100', page_token: pageToken ?? undefined }, item)
      items.push(...page.items)
      if (page.nextToken === null) return items
      pageToken = page.nextToken
    }
    throw new SourceFault('unreadable', `${path} answers in a form that is not known (its list has no end after ${maxPages} pages).`)
  }

  async ask<Schema extends z.ZodType>(path: string, query: Query, schema: Schema, headers: Readonly<Record<string, string>> = {}): Promise<z.output<Schema>> {
    const parameters = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
    const url = `${this.#options.source}${path}${parameters.size > 0 ? `?${parameters}` : ''}`
    let unknownForms = 0
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      await this.#rest(this.#restsUntil - performance.now(), (seconds) => new SourceFault('later', 'The other side wants us to wait.', seconds))
      const outcome = await this.#options.outgoing.send({
        url,
        method: 'GET',
        headers: { authorization: `Bearer ${this.#options.token}`, accept: 'application/json', ...headers },
        maxAnswerBytes,
      })
      const answer = this.#judge(outcome)
      if ('limited' in answer) {
        // Waiting as it asked is no failure.
        attempt -= 1
        this.#restsUntil = Math.max(this.#restsUntil, performance.now() + answer.limited * 1000)
        continue
      }
      const read = 'json' in answer ? schema.safeParse(answer.json) : undefined
      if (read?.success) return read.data
      const fault = 'failed' in answer ? new SourceFault('away', answer.failed) : unknownForm(path, read?.error?.issues[0])
      if (fault.kind === 'unreadable') unknownForms += 1
      if (attempt >= maxAttempts || unknownForms >= maxOfUnknownForm) throw fault
      await this.#rest(Math.min(this.#options.retryMilliseconds * 2 ** (attempt - 1), longestPauseMilliseconds), (seconds) =>
        // One failure at the end of a piece of work says little.
        attempt >= fairAttempts || performance.now() - began > fairMilliseconds ? fault : new SourceFault('later', fault.message, seconds),
      )
    }
  }

  async #rest(milliseconds: number, whenTooLong: (seconds: number) => SourceFault): Promise<void> {
    if (milliseconds <= 0) return
    if (performance.now() + milliseconds > this.#end) throw whenTooLong(Math.ceil(milliseconds / 1000))
    await pause(milliseconds)
  }

  #judge(outcome: RequestOutcome): { readonly json: unknown } | { readonly limited: number } | { readonly failed: string } {
    switch (outcome.kind) {
      case 'refused':
        throw new SourceFault('refused', `We do not send to this address: ${outcome.why}.`)
      case 'unknown_name':
        throw new SourceFault('refused', 'This address has a name that nobody knows.')
      case 'unreachable':
        return { failed: `It cannot be reached (${outcome.code}).` }
      case 'timed_out':
        return { failed: 'It does not answer in time.' }
      case 'answered':
        return this.#judgeAnswer(outcome)
    }
  }

  #judgeAnswer({ status, headers, body, isWhole }: Extract<RequestOutcome, { kind: 'answered' }>) {
    const [limited, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`] ?? headers[`x-ratelimit-${name}-default`])
    const limit = Number(limited)
    if (limit > 0 && limit < 1_000_000) this.#perMinute = limit
    if (status === 429) return { limited: secondsIn(headers['retry-after']) ?? secondsIn(reset) ?? 60 }
    // The next request would be refused: it waits instead.
    if (remaining === '0') this.#restsUntil = Math.max(this.#restsUntil, performance.now() + (secondsIn(reset) ?? 1) * 1000)
    if (status === 401) throw new SourceFault('unauthorized', 'The token is not accepted.')
    if (status === 403) throw new SourceFault('forbidden', 'The token may not read this.')
    if (status === 404) throw new SourceFault('missing', 'There is no such thing.')
    if (status >= 400 && status < 500) throw new SourceFault('rejected', `It refuses the request (${status}).`)
    if (status !== 200) return { failed: `It answers with status ${status}.` }
    const json = isWhole ? jsonIn(body) : undefined
    return json === undefined ? { failed: 'Its answer is not whole.' } : { json }
  }
}

const unknownForm = (path: string, issue: z.core.$ZodIssue | undefined): SourceFault =>
  new SourceFault('unreadable', `${path} answers in a form that is not known (${issue?.path.join('.')}: ${issue?.message}).`)

const secondsIn = (header: string | undefined): number | undefined => {
  const seconds = Number(header ?? '')
  // Some say at which time instead, in seconds since 1970: that is long, and not known by this clock.
  if (header === undefined || !Number.isFinite(seconds) || seconds < 0) return undefined
  return seconds > 1_000_000_000 ? 60 : Math.min(seconds, 3600)
}

/** Databases take no NUL in a text. */
const jsonIn = (body: Buffer): unknown => {
  try {
    const text = body.toString('utf8')
    return text.includes('\\u0000') ? JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\u0000', '') : value)) : JSON.parse(text)
  } catch {
    return undefined
  }
}
