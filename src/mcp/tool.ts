import type { Address } from '#execution/route-table.ts'

/** Where an argument goes in the request that a tool stands for. */
export type Argument =
  /** The URI of a resource; its id fills a part of the path. */
  | {
      readonly at: 'path'
      readonly part: string
      readonly of: readonly [string, ...string[]]
      readonly description: string
    }
  /** A field of the same name. What it may be follows from the operation. */
  | { readonly at: 'query'; readonly description?: string; readonly isRequired?: boolean }
  /** The whole body. */
  | { readonly at: 'body'; readonly description: string; readonly isOptional?: boolean; readonly orText?: string }

/** A tool that stands for one address of the API. Everything else about it follows from the operation there. */
export interface AddressTool {
  readonly name: string
  readonly address: Address
  readonly title: string
  /** When to use it, where its URIs come from, and what comes next: for a model that knows nothing else. */
  readonly description: string
  readonly takes: Readonly<Record<string, Argument>>
  /**
   * What a person is asked before it is done, where their client can ask them. What is about to change is read first.
   */
  readonly asks?: Confirmation
  readonly forAdmins?: boolean
}

/** The tools of a group, by the address that each stands for. */
export type ToolTable = Readonly<Record<Address, Omit<AddressTool, 'address'>>>

export interface Confirmation {
  /** A read that takes the same parts of the path, to know what is talked about. */
  readonly about?: Address
  /** Of what was read; where nothing is, of the body that was sent. */
  readonly words: (subject: Readonly<Record<string, unknown>>) => string
}

export const uriOf = (collection: string, from: string, part = 'uuid'): Argument => ({
  at: 'path',
  part,
  of: [collection],
  description: `Full URI, ending with /${collection}/{uuid}. ${from}`,
})

/** A field of the query, in words of our own where the operation's do not say enough. */
export const field = (description?: string): Argument => ({
  at: 'query',
  ...(description === undefined ? {} : { description }),
})

/** One that the operation would do without, and the tool would not. */
export const needed = (description: string): Argument => ({ at: 'query', description, isRequired: true })

export const body = (description: string): Argument => ({ at: 'body', description })

/** A body whose fields may all be left out. */
export const optionalBody = (description: string): Argument => ({ at: 'body', description, isOptional: true })

/** A body that holds a reason and nothing else: it may be left out, and its text alone will do. */
export const reason = (description: string): Argument => ({
  at: 'body',
  description,
  isOptional: true,
  orText: 'reason',
})

/** The fields of every list that has pages. */
export const paging = {
  count: field('The number of items per page, 1 to 100; by default 20. A number or a string.'),
  page_token: field('`pagination.next_page_token` of the previous page. It contains the filters.'),
}

export const sorting = (fields: string): Readonly<Record<string, Argument>> => ({
  sort: field(`${fields}; add :asc or :desc, such as ${fields.split(',')[0]}:desc`),
})

export const fromMe = 'From users-get_current_user: resource.uri.'
export const fromMyOrganization = 'From users-get_current_user: resource.current_organization.'
