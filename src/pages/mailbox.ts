/** Where a letter to this address ends up, as far as one can tell: `Ada+anything@x.test` and `ada@x.test` are one mailbox. */
export const mailboxOf = (address: string): string => {
  const text = address.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const [name = ''] = text.slice(0, at).split('+')
  const domain = text.slice(at + 1)
  // Google ignores dots in the name, and knows the same mailbox under two domains.
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
