/**
 * The same for everything that a database could take for the same: one of ours finds `victim` when asked for `VİCTIM`, the other does not.
 * So it is coarser than any of them, and whoever tries all ways to write an address is counted as one.
 */
export const alike = (address: string): string => address.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Where a letter to this address ends up, as far as one can tell: `Ada+anything@x.test` and `ada@x.test` are one mailbox. */
export const mailboxOf = (address: string): string => {
  const text = alike(address)
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const [name = ''] = text.slice(0, at).split('+')
  const domain = text.slice(at + 1)
  // Google ignores dots in the name, and knows the same mailbox under two domains.
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Those that end up elsewhere than the others, and than this one: letters to many addresses of one mailbox would all be read by one person. */
export const eachMailboxOnce = (addresses: readonly string[], besides: string): string[] => {
  const named = new Set([mailboxOf(besides)])
  return addresses.filter((address) => {
    const before = named.size
    return named.add(mailboxOf(address)).size > before
  })
}
