import { isIPv4, isIPv6 } from 'node:net'

/**
 * What a caller without a token is counted by. An IPv6 customer has at least 2^64 addresses, so the first 64 bits are the
 * caller; an IPv4 address that arrived on an IPv6 socket is the same caller as on the other. What is no address at all
 * (a socket already closed) is one caller together.
 */
export const sourceKey = (address: string | undefined): string => {
  const bare = (address ?? '').replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = groupsOf(bare)
  return (
    mappedIPv4(groups) ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  )
}

/** The eight groups, with what `::` leaves out and with a dotted tail as two of them. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const groupsIn = (part: string): number[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)]
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
      return [a * 256 + b, c * 256 + d]
    })

/** RFC 4291 §2.5.5.2: `::ffff:192.0.2.1`. */
const mappedIPv4 = (groups: readonly number[]): string | undefined => {
  const [high = 0, low = 0] = groups.slice(6)
  if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
