import { foldAddress, mailboxOf } from '#contract/mailbox.ts'
import { isEmail } from '#contract/wire.ts'

/** `automatic`: only while the limits for visitors fill up. */
export const botProtections = ['automatic', 'on', 'off'] as const
export type BotProtection = (typeof botProtections)[number]

/** What an organization asks of visitors of its booking pages, and whom it does not let book. */
export interface VisitorRules {
  readonly botProtection: BotProtection
  /** Addresses, and domains with a leading `@`. */
  readonly blockedAddresses: readonly string[]
}

export const maxBlocked = 1000

/** An address, or `@` and a domain. */
export const isBlockable = (text: string): boolean => isEmail(text.startsWith('@') ? `somebody${text}` : text)

/** Whether one of these is the address or its domain. A domain stands for its subdomains, an address for its mailbox. */
export const isBlocked = ({ blockedAddresses }: Pick<VisitorRules, 'blockedAddresses'>, address: string): boolean => {
  const mailbox = mailboxOf(address)
  const domains = domainsOf(address)
  return blockedAddresses.some((blocked) =>
    blocked.startsWith('@') ? domains.includes(foldAddress(blocked.slice(1))) : mailboxOf(blocked) === mailbox,
  )
}

/** `a@mail.example.com`: `mail.example.com`, `example.com`, `com`. */
export const domainsOf = (address: string): string[] => {
  const parts = foldAddress(address).split('@').at(-1)?.split('.') ?? []
  return parts.map((_, index) => parts.slice(index).join('.'))
}
