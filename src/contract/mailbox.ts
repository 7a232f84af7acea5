/**
 * Equal for all spellings that a database may treat as equal: one of ours finds `victim` when asked for `VİCTIM`, the
 * other does not. It is coarser than both, so that a client that tries every spelling of an address is counted as one.
 */
export const foldAddress = (address: string): string =>
  address.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The mailbox that mail to this address is delivered to, as far as it can be told: `Ada+anything@x.test` and
 * `ada@x.test` are one.
 */
export const mailboxOf = (address: string): string => {
  const text = foldAddress(address)
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const [name = ''] = text.slice(0, at).split('+')
  const domain = text.slice(at + 1)
  // Google ignores dots in the name, and has two domains for the same mailbox.
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}

/**
 * One address per mailbox, without the mailbox of `besides`: otherwise one person would get many mails about one
 * booking.
 */
export const eachMailboxOnce = (addresses: readonly string[], besides: string): string[] => {
  const named = new Set([mailboxOf(besides)])
  return addresses.filter((address) => {
    const before = named.size
    return named.add(mailboxOf(address)).size > before
  })
}
