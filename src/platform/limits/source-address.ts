import { isIPv4 } from 'node:net'
import { plainAddress } from '../net/address.ts'

/**
 * What a caller without a token is counted by. An IPv6 customer has at least 2^64 addresses, so the first 64 bits are
 * the caller; an IPv4 address that arrived on an IPv6 socket is the same caller as on the other. What is no address at
 * all (a socket already closed) is one caller together.
 */
export const sourceKey = (address: string | undefined): string => {
  const plain = plainAddress((address ?? '').replace(/%.*$/, ''))
  if (plain === undefined) return 'unknown'
  return isIPv4(plain) ? plain : `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/** The eight groups, with what `::` leaves out. */
const groupsOf = (address: string): string[] => {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
