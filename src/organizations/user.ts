/** The languages of the pages; `ps` is accepted because clients send it, and shown in English. */
export const userLocales = ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk', 'ps'] as const
export type UserLocale = (typeof userLocales)[number]

/** A person with an account. Accounts belong to no organization: they can move between them. */
export interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly slug: string
  readonly timezone: string
  readonly timeNotation: '12h' | '24h'
  readonly locale: UserLocale
  readonly avatarUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Changes to an account; what is undefined stays. */
export type UserChanges = {
  readonly [Name in Exclude<keyof User, 'id' | 'createdAt' | 'updatedAt'>]?: User[Name] | undefined
} & {
  readonly awaitsWelcome?: boolean | undefined
}

export type NewUser = Pick<User, 'id' | 'name' | 'email' | 'slug' | 'timezone'> & {
  readonly passwordHash: string | null
  /** They go through the first run. */
  readonly awaitsWelcome: boolean
  /** English with 12-hour times, if it is not known. */
  readonly locale?: UserLocale | undefined
  readonly timeNotation?: User['timeNotation'] | undefined
  /** An import makes it, and nobody has proved the address. */
  readonly isUnproven?: boolean | undefined
}
