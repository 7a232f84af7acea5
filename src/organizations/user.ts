/** A person with an account. Accounts are the one thing that belongs to no organization: they move between them. */
export interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly slug: string
  readonly timezone: string
  readonly timeNotation: '12h' | '24h'
  readonly locale: string
  readonly avatarUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface NewUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly slug: string
  readonly timezone: string
  readonly passwordHash: string | null
}
