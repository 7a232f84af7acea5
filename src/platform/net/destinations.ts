import { isIP } from 'node:net'
import { isPublic, type Network, Networks, plainAddress } from './address.ts'

/** What is wrong with a destination. It is shown to the user who named it, so it reveals nothing about our network. */
export type DestinationProblem = 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private'

export const maxUrlLength = 2048

/**
 * Where we may send to: the open internet, by https. Other networks only where the operator allows them, and there by
 * http as well. Asked twice: when somebody names a destination, and again about the address that its name stands for at
 * that moment.
 */
export class Destinations {
  readonly #allowed: Networks
  readonly #allowsSome: boolean
  readonly #allowedOrigins: ReadonlySet<string>

  /** `sites`: URLs of the operator's, whose origins may be anywhere. */
  constructor(allowed: readonly Network[] = [], sites: readonly string[] = []) {
    this.#allowed = new Networks(allowed)
    this.#allowsSome = allowed.length > 0
    this.#allowedOrigins = new Set(sites.map((site) => new URL(site).origin))
  }

  /** What can be said before the name is looked up. Undefined: nothing is against it so far. */
  whyNot(text: string): DestinationProblem | undefined {
    if (text.length > maxUrlLength) return 'too_long'
    if (!URL.canParse(text)) return 'invalid'
    const url = new URL(text)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme'
    if (url.username !== '' || url.password !== '') return 'credentials'
    if (this.#allowedOrigins.has(url.origin)) return undefined
    const host = hostOf(url)
    if (isIP(host) !== 0) return this.whyNotAddress(url, host)
    if (isOwnName(host)) return this.whyNotAddress(url, '127.0.0.1')
    // A name may stand for an address that the operator allows, if they allow any.
    return this.#allowsSome ? undefined : whyNotOpen(url)
  }

  /** About one of the addresses that the URL leads to. */
  whyNotAddress(url: URL, text: string): DestinationProblem | undefined {
    const address = plainAddress(text)
    if (address === undefined) return 'private'
    if (this.#allowedOrigins.has(url.origin)) return undefined
    // The operator answers for what they allow: any port, and no need to encrypt.
    if (this.#allowed.include(address)) return undefined
    return isPublic(address) ? whyNotOpen(url) : 'private'
  }
}

const whyNotOpen = (url: URL): DestinationProblem | undefined => {
  if (url.protocol !== 'https:') return 'scheme'
  return isOpenPort(url.port) ? undefined : 'port'
}

/** RFC 6761 §6.3: this machine itself, whatever a name server says. */
export const isOwnName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

/**
 * Without the brackets of an IPv6 address. The parser has already written every other spelling of an address as an
 * address.
 */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Below 1024 are the old services (mail, shells, directories), which have no business with us. Empty is 443. */
const isOpenPort = (port: string): boolean => port === '' || Number(port) >= 1024
