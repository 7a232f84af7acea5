import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { issueText } from '#contract/input.ts'
import type { Outgoing, RequestOutcome } from '#platform/net/outgoing.ts'
import { cleanLine } from '../calendly/clean.ts'
import { foreignId } from '../calendly/foreign.ts'
import { type Remark, remarkOf } from '../remark.ts'
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
/** Of a list that is read as a whole. */
export const maxPages = 100
/** Lists give at most a hundred on a page; some give all they have. */
export const maxItems = 10_000
/** When time is up, so much was enough to say that it does not answer. */
const fairAttempts = 3
const fairMilliseconds = 2_000
const longestPauseMilliseconds = 10_000
/** A page of 100 meetings is 200 kB; their notes may be long. */
export const maxAnswerBytes = 4 * 1024 * 1024
/** Of one record, as JSON. Lists of ours show a hundred at once, and a meeting of an hour in words has 60,000. */
export const maxRecordLength = 250_000
/** It is kept, and becomes part of an address of at most 2,048 characters. */
export const maxPageTokenLength = 1_500
/** All answers of a portion are in memory until it is saved, as objects several times as large. */
export const maxPortionBytes = 12 * 1024 * 1024

type Query = Readonly<Record<string, string | undefined>>

const Listing = z.object({
  collection: z.array(z.unknown()),
  pagination: z.object({ next_page_token: z.string().max(maxPageTokenLength).nullish() }).nullish(),
})

const Single = z.object({ resource: z.unknown() })

/** Reads an API of version 2 at the pace that it allows. What fails for a moment is tried again. */
export class SourceClient {
  readonly #options: Required<SourceClientOptions>
  readonly #end: number
  /** On this process's own clock: nothing is asked before. */
  #restsUntil = 0
  #perMinute: number | null = null
  #portionBytes = 0
  #unread: Remark[] = []

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

  /** What is read from now on belongs to another portion than what was read before. */
  beginPortion(): void {
    this.#portionBytes = 0
    this.#unread = []
  }

  /** Records of this portion that could not be read, as remarks. */
  get remarks(): readonly Remark[] {
    return this.#unread
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const own = Single.transform(({ resource }) => {
      if (isBounded(resource)) return resource
      const remark = unreadRecord(path, resource, tooLarge)
      this.#unread.push(remark)
      throw new SourceFault('rejected', remark)
    })
    return this.ask(path, {}, own.pipe(schema) as unknown as Schema)
  }

  /**
   * A page. Records that cannot be read are left out of it and named; a page of which none can be read is an answer in
   * an unknown form.
   */
  async list<Schema extends z.ZodType>(
    path: string,
    query: Query,
    item: Schema,
  ): Promise<ForeignPage<z.output<Schema>>> {
    const { collection, pagination } = await this.ask(path, query, Listing)
    if (collection.length > maxItems)
      throw new SourceFault('oversized', remarkOf('source_page_too_long', { path, count: maxItems }))
    const bounded = this.bounded(path, collection)
    const read = bounded.map((one) => ({ one, ...item.safeParse(one) }))
    const items = read.flatMap(({ success, data }) => (success ? [data as z.output<Schema>] : []))
    if (items.length === 0 && read.length > 1) {
      const [issue] = read[0]?.error?.issues ?? []
      throw unknownForm(path, issue && { ...issue, path: ['collection', 0, ...issue.path] })
    }
    for (const { one, error } of read) if (error) this.#unread.push(unreadRecord(path, one, error.issues[0]))
    return { items, nextToken: pagination?.next_page_token ?? null }
  }

  /** Without those that are too large to be kept and shown in lists. They are named. */
  bounded<Item>(path: string, records: readonly Item[]): readonly Item[] {
    return records.filter((one) => {
      const isKept = isBounded(one)
      if (!isKept) this.#unread.push(unreadRecord(path, one, tooLarge))
      return isKept
    })
  }

  /** All pages of a list that is short. */
  async all<Schema extends z.ZodType>(
    path: string,
    query: Query,
    item: Schema,
    isPaged = true,
  ): Promise<z.output<Schema>[]> {
    const items: z.output<Schema>[] = []
    let pageToken: string | null = null
    for (let pages = 0; pages < maxPages && items.length <= maxItems; pages += 1) {
      const paging = isPaged ? { count: '100', page_token: pageToken ?? undefined } : {}
      const page: ForeignPage<z.output<Schema>> = await this.list(path, { ...query, ...paging }, item)
      items.push(...page.items)
      if (page.nextToken === null) return items
      pageToken = page.nextToken
    }
    throw new SourceFault('oversized', remarkOf('source_endless', { path, count: maxItems }))
  }

  async ask<Schema extends z.ZodType>(
    path: string,
    query: Query,
    schema: Schema,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Schema>> {
    const parameters = new URLSearchParams(
      Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const url = `${this.#options.source}${path}${parameters.size > 0 ? `?${parameters}` : ''}`
    let unknownForms = 0
    const began = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      await this.#rest(
        this.#restsUntil - performance.now(),
        (seconds) => new SourceFault('later', 'source_rate_limited', seconds),
      )
      const outcome = await this.#options.outgoing.send({
        url,
        method: 'GET',
        headers: { authorization: `Bearer ${this.#options.token}`, accept: 'application/json', ...headers },
        maxAnswerBytes,
      })
      this.#weigh(path, outcome)
      const answer = this.#judge(outcome)
      if ('limited' in answer) {
        // Waiting as it asked is no failure.
        attempt -= 1
        this.#restsUntil = Math.max(this.#restsUntil, performance.now() + answer.limited * 1000)
        continue
      }
      const read = 'json' in answer ? schema.safeParse(answer.json) : undefined
      if (read?.success) return read.data
      const fault =
        'failed' in answer ? new SourceFault('away', answer.failed) : unknownForm(path, read?.error?.issues[0])
      if (fault.kind === 'unreadable') unknownForms += 1
      if (attempt >= maxAttempts || unknownForms >= maxOfUnknownForm) throw fault
      await this.#rest(
        Math.min(this.#options.retryMilliseconds * 2 ** (attempt - 1), longestPauseMilliseconds),
        (seconds) =>
          // One failure at the end of a piece of work says little.
          attempt >= fairAttempts || performance.now() - began > fairMilliseconds
            ? fault
            : new SourceFault('later', fault.remark, seconds),
      )
    }
  }

  /** Before anything is made of the bytes. */
  #weigh(path: string, outcome: RequestOutcome): void {
    if (outcome.kind !== 'answered') return
    this.#portionBytes += outcome.body.length
    if (outcome.status === 200 && !outcome.isWhole && outcome.body.length >= maxAnswerBytes)
      throw new SourceFault('oversized', remarkOf('source_large_answer', { path, size: maxAnswerBytes / 1024 / 1024 }))
    if (this.#portionBytes > maxPortionBytes)
      throw new SourceFault(
        'oversized',
        remarkOf('source_large_together', { path, size: maxPortionBytes / 1024 / 1024 }),
      )
  }

  async #rest(milliseconds: number, whenTooLong: (seconds: number) => SourceFault): Promise<void> {
    if (milliseconds <= 0) return
    if (performance.now() + milliseconds > this.#end) throw whenTooLong(Math.ceil(milliseconds / 1000))
    await pause(milliseconds)
  }

  #judge(
    outcome: RequestOutcome,
  ): { readonly json: unknown } | { readonly limited: number } | { readonly failed: Remark } {
    switch (outcome.kind) {
      case 'refused':
        throw new SourceFault('refused', 'source_blocked')
      case 'unknown_name':
        throw new SourceFault('refused', 'source_unknown_name')
      case 'unreachable':
        return { failed: remarkOf('source_unreachable', { code: outcome.code }) }
      case 'timed_out':
        return { failed: remarkOf('source_timeout') }
      case 'answered':
        return this.#judgeAnswer(outcome)
    }
  }

  #judgeAnswer({ status, headers, body, isWhole }: Extract<RequestOutcome, { kind: 'answered' }>) {
    const [limited, remaining, reset] = ['limit', 'remaining', 'reset'].map(
      (name) => headers[`x-ratelimit-${name}`] ?? headers[`x-ratelimit-${name}-default`],
    )
    const limit = Number(limited)
    if (limit > 0 && limit < 1_000_000) this.#perMinute = limit
    if (status === 429) return { limited: secondsIn(headers['retry-after']) ?? secondsIn(reset) ?? 60 }
    // The next request would be refused: it waits instead.
    if (remaining === '0')
      this.#restsUntil = Math.max(this.#restsUntil, performance.now() + (secondsIn(reset) ?? 1) * 1000)
    if (status === 401) throw new SourceFault('unauthorized', 'source_token_refused')
    if (status === 403) throw new SourceFault('forbidden', 'source_forbidden')
    if (status === 404) throw new SourceFault('missing', 'source_missing')
    if (status >= 400 && status < 500) throw new SourceFault('rejected', remarkOf('source_rejected', { status }))
    if (status !== 200) return { failed: remarkOf('source_status', { status }) }
    const json = isWhole ? jsonIn(body) : undefined
    return json === undefined ? { failed: remarkOf('source_incomplete') } : { json }
  }
}

const unknownForm = (path: string, issue: Unread | undefined): SourceFault =>
  new SourceFault('unreadable', remarkOf('source_unknown_format', { path, what: said(issue, ': ') }))

type Unread = z.core.$ZodIssue | { readonly path: readonly string[]; readonly text: string }

const said = (issue: Unread | undefined, between: string): string =>
  issue === undefined ? 'it' : `${issue.path.join('.')}${between}${'text' in issue ? issue.text : issueText(issue)}`

const tooLarge = { path: ['it'], text: `is larger than ${maxRecordLength / 1000} kB` }

const isBounded = (record: unknown): boolean => JSON.stringify(record).length <= maxRecordLength

/** The id and the field are enough to find it; nothing of what it holds is repeated. */
const unreadRecord = (path: string, given: unknown, issue: Unread | undefined): Remark => {
  const { uri } = (typeof given === 'object' && given !== null ? given : {}) as { uri?: unknown }
  const id = typeof uri === 'string' ? cleanLine(foreignId(uri), 100, 'without an id') : 'without an id'
  return remarkOf('record_unreadable', { path, id, what: said(issue, ' ') })
}

const secondsIn = (header: string | undefined): number | undefined => {
  const seconds = Number(header ?? '')
  // Some say at which time instead, in seconds since 1970: that is long, and not known by this clock.
  if (header === undefined || !Number.isFinite(seconds) || seconds < 0) return undefined
  return seconds > 1_000_000_000 ? 60 : Math.min(seconds, 3600)
}

/** Databases take no NUL in a text, and no half of a character. */
const unstorable = /\\u(?:0000|d[89a-f])/i

const jsonIn = (body: Buffer): unknown => {
  try {
    const text = body.toString('utf8')
    return unstorable.test(text)
      ? JSON.parse(text, (_, value) =>
          typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
        )
      : JSON.parse(text)
  } catch {
    return undefined
  }
}
