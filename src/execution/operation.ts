import { z } from 'zod'
import type { Collection } from '#contract/collected.ts'
import type { CheckFixed } from '#contract/fixed-settings.ts'
import type { LimitName } from '#contract/limits.ts'
import type { Page, PageRequest, Sorting } from '#contract/page.ts'
import type { Persons } from '#contract/persons.ts'
import type { Plan } from '#contract/plans.ts'
import type { Principal } from '#contract/principal.ts'
import type { ProblemKind } from '#contract/problem.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Links } from '#contract/wire.ts'
import type { OauthClients, OwnWordsSettings } from '#platform/config.ts'
import type { Codes } from '#platform/crypto/codes.ts'
import type { Encryption } from '#platform/crypto/encryption.ts'
import type { Database, Reader, Tx } from '#platform/db/database.ts'
import type { Destinations } from '#platform/net/destinations.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'

/** What a running operation may use. No clock and no network: time comes in, and what must leave becomes a fact. */
interface Call {
  readonly principal: Principal
  readonly now: Date
  readonly links: Links
  readonly codes: Codes
  readonly persons: Persons
  readonly encryption: Encryption
  readonly oauthClients: OauthClients
  /** What hosts may write in messages. */
  readonly ownWords: OwnWordsSettings
  /** Judges addresses that somebody wants us to send to later, such as those of webhooks. */
  readonly destinations: Destinations
}

/** A read has no transaction and cannot change anything. */
export interface ReadCall extends Call {
  readonly reader: Reader
}

export interface ListCall extends ReadCall {
  readonly page: PageRequest
}

export interface WriteCall extends Call {
  readonly tx: Tx
  /** For operations that declare `fixed`. */
  readonly checkFixed: CheckFixed
}

/** Without a principal: a visitor books, an organization is founded, or somebody holds the code of an invitation. */
export type OpenCall = Omit<WriteCall, 'principal' | 'checkFixed'>

interface Declaration<In extends z.ZodType, Out extends z.ZodType> {
  /** verb_noun, as MCP clients and logs know it. */
  readonly name: string
  readonly summary: string
  /** More than the summary can say, for the reference. */
  readonly description?: string
  /** All of them are needed. */
  readonly scopes: readonly Scope[]
  /** All of these are enough as well. A refusal names only those of `scopes`. */
  readonly orScopes?: readonly Scope[]
  /** The plan an organization must have. */
  readonly plan?: Plan
  /** The largest body that is read, where it is not the usual one. */
  readonly maxBodyBytes?: number
  /** A limit beside the general one. */
  readonly limit?: LimitName
  /** Its own refusals, beside those that every operation can meet; for the reference. */
  readonly problems?: readonly ProblemKind[]
  readonly input: In
  /** One resource; a list's items; or `z.void()` for nothing. */
  readonly output: Out
}

export interface ReadOperation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType>
  extends Declaration<In, Out> {
  readonly kind: 'read'
  run(call: ReadCall, input: z.output<In>): Promise<z.output<Out>>
}

interface ManyDeclared {
  /** Never read from a replica: what it shows decides who gets in, and a revocation holds at once. */
  readonly fromPrimary?: true
}

export interface ListOperation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType>
  extends Declaration<In, Out>,
    ManyDeclared {
  readonly kind: 'list'
  readonly sorting: Sorting
  /** What stands beside the collection, for the reference. */
  readonly beside?: z.ZodObject
  run(call: ListCall, input: z.output<In>): Promise<Page<z.output<Out>>>
}

/** All there is at once, without pages: what is asked for bounds it. */
export interface CollectionOperation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType>
  extends Declaration<In, Out>,
    ManyDeclared {
  readonly kind: 'collection'
  run(call: ReadCall, input: z.output<In>): Promise<Collection<z.output<Out>>>
}

/** For what an operation must ask another service first. */
export interface AskCall extends ReadCall {
  readonly outgoing: Outgoing
  /** A transaction of its own, for what holds whatever becomes of the operation. */
  readonly keep: Database['write']
}

export interface WriteOperation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType, Asked = void>
  extends Declaration<In, Out> {
  readonly kind: 'write'
  /**
   * Talks to another service, before the transaction begins: no transaction waits for somebody else's machine. `run`
   * gets what it found.
   */
  ask?(call: AskCall, input: z.output<In>): Promise<Asked>
  /**
   * Settings of the resource that this request cannot change: paths into it. `run` hands the resource to `checkFixed`.
   */
  readonly fixed?: readonly string[]
  /**
   * Only a few operations with the same key run at once (`KeyedSemaphore`), so that database connections are left for
   * others.
   */
  readonly concurrencyKey?: (input: z.output<In>) => string
  run(call: WriteCall, input: z.output<In>, asked: Asked): Promise<z.output<Out>>
}

/** Never served at an address of the API. The command line and the pages run it, and answer for who may. */
export interface OpenOperation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'open'
  readonly name: string
  readonly summary: string
  readonly input: In
  readonly output: Out
  readonly concurrencyKey?: (input: z.output<In>) => string
  run(call: OpenCall, input: z.output<In>): Promise<z.output<Out>>
}

// biome-ignore lint/suspicious/noExplicitAny: a table of operations forgets their types; `perform` parses before.
type Any = any

/** One use case, declared once and served by every face. */
export type Operation =
  | ReadOperation<Any, Any>
  | ListOperation<Any, Any>
  | CollectionOperation<Any, Any>
  | WriteOperation<Any, Any, Any>

export const read = <In extends z.ZodType, Out extends z.ZodType>(
  operation: Omit<ReadOperation<In, Out>, 'kind'>,
): ReadOperation<In, Out> => ({
  kind: 'read',
  ...operation,
})

export const list = <In extends z.ZodType, Out extends z.ZodType>(
  operation: Omit<ListOperation<In, Out>, 'kind'>,
): ListOperation<In, Out> => ({
  kind: 'list',
  ...operation,
})

export const collection = <In extends z.ZodType, Out extends z.ZodType>(
  operation: Omit<CollectionOperation<In, Out>, 'kind'>,
): CollectionOperation<In, Out> => ({ kind: 'collection', ...operation })

export const write = <In extends z.ZodType, Out extends z.ZodType, Asked = void>(
  operation: Omit<WriteOperation<In, Out, Asked>, 'kind'>,
): WriteOperation<In, Out, Asked> => ({
  kind: 'write',
  ...operation,
})

export const open = <In extends z.ZodType, Out extends z.ZodType>(
  operation: Omit<OpenOperation<In, Out>, 'kind'>,
): OpenOperation<In, Out> => ({
  kind: 'open',
  ...operation,
})

/** The fields of an input, under whatever was wrapped around them. */
export const fieldsOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> => {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType)
  return {}
}
