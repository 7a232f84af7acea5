import { BlockList, isIP, isIPv4 } from 'node:net'

/** A range of addresses: `10.0.0.0/8`, `fd00::/8`. */
export interface Network {
  readonly address: string
  readonly prefix: number
}

/** Undefined when it is none. A lone address is a network of one. */
export const readNetwork = (text: string): Network | undefined => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const longest = family === 4 ? 32 : 128
  if (
    family === 0 ||
    rest.length > 0 ||
    (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest))
  )
    return undefined
  return { address, prefix: prefix === undefined ? longest : Number(prefix) }
}

export class Networks {
  readonly #list = new BlockList()

  constructor(networks: readonly Network[]) {
    for (const { address, prefix } of networks) this.#list.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6')
  }

  /** Of an address as `plainAddress` gives it. */
  include(address: string): boolean {
    return this.#list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
}

/**
 * The address that is really meant. An IPv4 address has other names in IPv6, and a gateway of the network's (NAT64)
 * leads from there to the address inside: both are judged by what is inside. Undefined when it is no address.
 */
export const plainAddress = (text: string): string | undefined => {
  if (isIPv4(text)) return text
  if (isIP(text) !== 6 || text.includes('%')) return undefined
  // The URL parser writes every spelling of an IPv6 address in one way.
  const written = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const inside = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(written)
  if (!inside) return written
  const [high = 0, low = 0] = inside.slice(1).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const networksIn = (texts: readonly string[]): Networks =>
  new Networks(
    texts.map((text) => {
      const network = readNetwork(text)
      if (!network) throw new Error(`${text} is no network.`)
      return network
    }),
  )

// The IANA registries of special-purpose addresses, and multicast. Of IPv6 only 2000::/3 is given out to the world at
// all.
const specialIPv4 = networksIn([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
const globalIPv6 = networksIn(['2000::/3'])
const specialIPv6 = networksIn(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address, as `plainAddress` gives it, is one of the open internet. */
export const isPublic = (address: string): boolean =>
  isIPv4(address) ? !specialIPv4.include(address) : globalIPv6.include(address) && !specialIPv6.include(address)
