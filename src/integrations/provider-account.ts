/** Services at which meetings are made. `zoom_server` is Zoom for a whole organization. */
export const providerServices = ['zoom', 'zoom_server', 'webex', 'webhook'] as const
export type ProviderService = (typeof providerServices)[number]

/** The kinds of locations that another service can make. */
export type ProviderKind =
  | 'google_conference'
  | 'gotomeeting_conference'
  | 'microsoft_teams_conference'
  | 'webex_conference'
  | 'zoom_conference'

/** Services at which invitees pay. `webhook` is one of the organization's own. */
export const paymentServices = ['stripe', 'paypal', 'webhook'] as const
export type PaymentService = (typeof paymentServices)[number]

/** What an account is for. */
export type AccountPurpose = 'conference' | 'payment'

/** An account at another service, of a member or of the organization. */
export interface ProviderAccount {
  readonly id: string
  readonly organizationId: string
  /** Null: of the organization. */
  readonly membershipId: string | null
  readonly userId: string | null
  readonly service: ProviderService
  /** The kind of location whose meetings it makes. */
  readonly kind: ProviderKind
  /** How its owner recognizes it. */
  readonly account: string
  /** Why it did not work when it was last used. */
  readonly fault: string | null
  /** It will not mend itself. */
  readonly isLost: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** One of the organization, with which invitees pay. */
export interface PaymentAccount
  extends Pick<ProviderAccount, 'id' | 'organizationId' | 'account' | 'fault' | 'isLost' | 'createdAt' | 'updatedAt'> {
  readonly service: PaymentService
}

/** An account as it is stored, with what opens it. */
export interface SealedAccount<Service extends string = ProviderService>
  extends Pick<ProviderAccount, 'id' | 'organizationId'> {
  readonly service: Service
  readonly credentials: Buffer
}

/** The context that credentials are encrypted with: they open for this account alone. */
export const accountContext = (id: string): [string, string] => ['provider credentials', id]

export const accountTokensContext = (id: string): [string, string] => ['provider tokens', id]
