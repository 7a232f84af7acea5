import { z } from 'zod'
import { fixedCheck } from '#contract/fixed-settings.ts'
import { parseInput } from '#contract/input.ts'
import { type Page, type PageRequest, type PageTokens, type Position, readOrder } from '#contract/page.ts'
import type { Persons } from '#contract/persons.ts'
import type { Principal } from '#contract/principal.ts'
import { invalid, lacksScopes, missing, Problem, refuse } from '#contract/problem.ts'
import { allows, type Scope } from '#contract/scopes.ts'
import { integer, type Links } from '#contract/wire.ts'
import { fieldsOf, type ListOperation, type OpenOperation, type Operation } from '#execution/operation.ts'
import type { Home } from '#instance/store/home.ts'
import type { OauthClients, OidcSettings, OwnWordsSettings } from '#platform/config.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Digests } from '#platform/crypto/digests.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Reader } from '#platform/db/database.ts'
import type { KeyedSemaphore } from '#platform/keyed-semaphore.ts'
import type { MailService } from '#platform/mail/mail-service.ts'
import type { Destinations } from '#platform/net/destinations.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type FindAliases, withAliases } from './aliases.ts'
import type { Changes } from './changes.ts'
import type { RawInput } from './foreign-ids.ts'
import type { JobCounts } from './jobs/job-counts.ts'
import { type FindLastChange, readerOf } from './reader-of.ts'
import { traced } from './tracing.ts'

export type { RawInput } from './foreign-ids.ts'

/** What operations run on; the same for every face. */
export interface AppContext {
  readonly database: Database
  /** Where the database is now. */
  readonly home: Home
  readonly semaphore: KeyedSemaphore
  readonly clock: Clock
  readonly links: Links
  readonly codes: Codes
  readonly persons: Persons
  readonly encryption: Encryption
  readonly digests: Digests
  readonly pageTokens: PageTokens
  readonly destinations: Destinations
  /** For faces, jobs, and what an operation asks before its transaction. */
  readonly outgoing: Outgoing
  readonly oauthClients: OauthClients
  readonly ownWords: OwnWordsSettings
  /** The identity provider of the operator, and the way to it, which may lead into a private network. */
  readonly oidc: { readonly settings: OidcSettings; readonly outgoing: Outgoing } | undefined
  readonly mail: MailService
  /** For pages that show what is new. */
  readonly changes: Changes
  readonly jobCounts: JobCounts
  /** Of rooms above this one, whose tables they read. */
  readonly findAliases: FindAliases
  readonly findLastChange: FindLastChange
  /** Domains of addresses that work for an hour: visitors cannot book with them. */
  readonly disposableDomains: ReadonlySet<string>
  /** Files beside the database: what was forgotten, and mails where there is no server. */
  readonly paths: { readonly deletions: string; readonly mails: string }
}

/** A page with its tokens, ready for any face to show. */
export interface Listing {
  readonly items: readonly unknown[]
  readonly size: number
  readonly nextToken: string | undefined
  readonly previousToken: string | undefined
  readonly beside: Readonly<Record<string, unknown>>
}

export type OperationResult = { readonly listing: Listing } | { readonly result: unknown }

/** Before anything is parsed, so that a face can refuse a body it has not read. */
export const checkScopes = (operation: Operation, principal: Principal): void => {
  const hasAll = (scopes: readonly Scope[]): boolean => scopes.every((scope) => allows(principal.scopes, scope))
  if (!hasAll(operation.scopes) && !(operation.orScopes && hasAll(operation.orScopes)))
    throw lacksScopes(operation.scopes)
}

/** The middle of every face: scopes, syntax, plan, then the operation, which looks at existence, role and rules. */
export const perform = (
  context: AppContext,
  operation: Operation,
  principal: Principal,
  raw: RawInput,
): Promise<OperationResult> =>
  traced(operation.name, { 'openslot.organization': principal.organizationId }, () =>
    withAliases(context, principal, raw, (known) => performAs(context, operation, principal, known)),
  )

const performAs = async (
  context: AppContext,
  operation: Operation,
  principal: Principal,
  raw: RawInput,
): Promise<OperationResult> => {
  if (operation.kind === 'list') return { listing: await performList(context, operation, principal, raw) }
  const input = prepare(operation, principal, raw)
  const { database } = context
  const call = callContext(context, principal, operation, raw)
  if (operation.kind === 'read') return { result: await operation.run({ ...call, reader: database.reader }, input) }
  if (operation.kind === 'collection')
    return { result: await operation.run({ ...call, reader: await readerFor(context, principal, operation) }, input) }
  const asked: unknown = await operation.ask?.(
    { ...call, reader: database.reader, outgoing: context.outgoing, keep: database.write },
    input,
  )
  return {
    result: await withSemaphore(context, operation, input, () =>
      database.write((tx) => operation.run({ ...call, tx }, input, asked)),
    ),
  }
}

const readerFor = (
  context: AppContext,
  { organizationId }: Principal,
  { fromPrimary }: { readonly fromPrimary?: true },
): Reader | Promise<Reader> => (fromPrimary ? context.database.reader : readerOf(context, organizationId))

/** Few at a time where many may want the same. */
export const withSemaphore = <T>(
  { semaphore }: AppContext,
  // biome-ignore lint/suspicious/noExplicitAny: as in Operation.
  { concurrencyKey }: { readonly concurrencyKey?: (input: any) => string },
  input: unknown,
  work: () => Promise<T>,
): Promise<T> => (concurrencyKey ? semaphore.run(concurrencyKey(input), work) : work())

/** All that is looked at before the operation runs. Gives its input. */
export const prepare = (operation: Operation, principal: Principal, { path, query, body }: RawInput) => {
  checkScopes(operation, principal)
  const input = parseMerged(operation, { ...query, ...body }, path)
  checkPlan(operation, principal)
  return input
}

/** What every operation gets, whatever its kind. */
export const callContext = (
  { clock, links, codes, persons, encryption, oauthClients, ownWords, destinations }: AppContext,
  principal: Principal,
  operation?: Operation,
  { query, body }: Pick<RawInput, 'query' | 'body'> = { query: {}, body: {} },
) => ({
  principal,
  now: clock.now(),
  links,
  codes,
  persons,
  encryption,
  oauthClients,
  ownWords,
  destinations,
  checkFixed: fixedCheck((operation?.kind === 'write' && operation.fixed) || [], { ...query, ...body }),
})

/** An operation without a principal: the face that runs it has seen to it that it may. */
export const performOpen = async <In extends z.ZodType, Out extends z.ZodType>(
  context: AppContext,
  operation: OpenOperation<In, Out>,
  raw: unknown,
): Promise<z.output<Out>> => {
  const { database, clock, links, codes, persons, encryption, oauthClients, ownWords, destinations } = context
  const input = parseInput(operation.input, raw)
  const call = { links, codes, persons, encryption, oauthClients, ownWords, destinations }
  const work = () => database.write((tx) => operation.run({ ...call, tx, now: clock.now() }, input))
  return traced(operation.name, {}, () => withSemaphore(context, operation, input, work))
}

/** A part of the path that cannot be read names nothing, so it is not found rather than invalid. */
const parseMerged = ({ input }: Operation, fields: Readonly<Record<string, unknown>>, path: RawInput['path']) => {
  try {
    return parseInput(input, { ...fields, ...path })
  } catch (error) {
    if (
      error instanceof Problem &&
      error.details.some(({ parameter }) => parameter !== undefined && Object.hasOwn(path, parameter))
    )
      throw missing()
    throw error
  }
}

const checkPlan = ({ plan }: Operation, principal: Principal): void => {
  if (plan !== undefined && principal.plan !== plan) throw refuse('plan_needed')
}

export const maxPageSize = 100

const Paging = z.object({
  count: integer({ min: 1, max: maxPageSize }).optional(),
  sort: z.string().optional(),
  page_token: z.string().optional(),
})

const performList = async (
  context: AppContext,
  // biome-ignore lint/suspicious/noExplicitAny: as in Operation.
  operation: ListOperation<any, any>,
  principal: Principal,
  raw: RawInput,
): Promise<Listing> => {
  checkScopes(operation, principal)
  const asked = parseInput(Paging, raw.query)
  const token =
    asked.page_token === undefined ? undefined : readToken(context.pageTokens, operation, principal, asked.page_token)
  // The token knows its filters: it works when sent alone, and wins over what is sent with it.
  const filters = token ? token.filters : filtersIn(operation, raw.query)
  const size = asked.count ?? (token?.filters.count as number | undefined) ?? 20
  const order = readOrder((token ? token.filters.sort : asked.sort) as string | undefined, operation.sorting)
  const input = parseMerged(operation, filters, raw.path)
  checkPlan(operation, principal)

  const page: PageRequest = { size, order, from: token?.position }
  const reader = await readerFor(context, principal, operation)
  const found: Page<unknown> = await operation.run({ ...callContext(context, principal), reader, page }, input)

  const kept = { ...filters, count: size, ...(asked.sort !== undefined && !token ? { sort: asked.sort } : {}) }
  const tokenAt = (position: Position | undefined): string | undefined =>
    position &&
    context.pageTokens.write({
      operation: operation.name,
      organizationId: principal.organizationId,
      filters: kept,
      position,
    })
  return {
    items: found.items,
    size,
    nextToken: tokenAt(found.next),
    previousToken: tokenAt(found.previous),
    beside: found.beside ?? {},
  }
}

const readToken = (tokens: PageTokens, operation: Operation, principal: Principal, text: string) => {
  const token = tokens.read(text)
  if (!token || token.operation !== operation.name) throw invalid({ parameter: 'page_token', reason: 'invalid' })
  // Another organization's page is one that does not exist.
  if (token.organizationId !== principal.organizationId) throw missing()
  return token
}

/** Only what the operation knows: anything may stand in a query, and it would all travel in the token. */
const filtersIn = ({ input }: Operation, query: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const known = fieldsOf(input)
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(known, name)))
}
