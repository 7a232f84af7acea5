/** Somebody at a provider. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
}

export interface Identity extends Subject {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}
