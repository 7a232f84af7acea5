import type { Money } from '#contract/money.ts'
import type { ServiceFault } from '#integrations/index.ts'
import type { SessionTruth } from '../session-truth.ts'

export type { SessionTruth } from '../session-truth.ts'

/** What an invitee is asked to pay. Nothing about the invitee is sent: they tell the service themselves. */
export interface PaymentToOpen extends Money {
  /** The key of every request about it: the same key, the same payment. */
  readonly id: string
  readonly description: string
  /** Where invitees come back to when they have paid, and when they have not. */
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly expiresAt: Date
}

/** Where an invitee pays, and how the service calls it. */
export interface PaymentSession {
  readonly id: string
  readonly url: string
}

export interface RefundToMake extends Money {
  /** The key of every request for it. */
  readonly id: string
  readonly paymentId: string
  /** How the service calls what was paid. */
  readonly externalId: string
  /** An earlier request may have made it: services whose keys end look for it first. */
  readonly wasTried: boolean
}

/** A service at which invitees pay, with one account. No card data ever comes here. */
export interface PaymentProvider {
  /** Whether the credentials are right, by a request that changes nothing. Gives how the owner recognizes the account. */
  check(): Promise<{ readonly account: string } | ServiceFault>
  open(payment: PaymentToOpen): Promise<PaymentSession | ServiceFault>
  read(sessionId: string): Promise<SessionTruth | ServiceFault>
  /** Takes what the invitee agreed to. */
  capture(sessionId: string, paymentId: string): Promise<SessionTruth | ServiceFault>
  /** Nobody may pay any more. What was paid before is told. */
  end(sessionId: string): Promise<SessionTruth | ServiceFault>
  refund(refund: RefundToMake): Promise<ServiceFault | undefined>
  /** Whether a message came from the service. What it says is never believed: it only asks for a look. */
  isGenuine(message: IncomingMessage): Promise<boolean>
}

/** A message as it came. */
export interface IncomingMessage {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

const maxUrlLength = 4096

/** Whether an invitee can be sent there. */
export const isPaymentUrl = (url: string): boolean => {
  if (url.length > maxUrlLength || !URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === ''
}
