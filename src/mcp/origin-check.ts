import type { Addresses } from '#platform/config.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whom to talk to at all: a browser may be made to send to us what a page elsewhere wants (DNS rebinding), and then the
 * name it asked for, or the page it comes from, is not ours. Undefined when all is well, else the sentence to say.
 */
export const makeOriginCheck = ({ mcp, api, auth, site }: Addresses, moreOrigins: readonly string[]) => {
  const own = new URL(mcp)
  const isLocal = loopback.has(own.hostname)
  const hosts = new Set([own.hostname, ...(isLocal ? loopback : [])])
  const origins = new Set([...[mcp, api, auth, site].map((address) => new URL(address).origin), ...moreOrigins])
  const isOurOrigin = (origin: string): boolean =>
    origins.has(origin) || (isLocal && URL.canParse(origin) && loopback.has(new URL(origin).hostname))

  return (hostname: string, origin: string | undefined): string | undefined => {
    if (!hosts.has(hostname.toLowerCase()))
      return `The host ${shown(hostname)} is not this server, which is ${own.hostname}. Set OPENSLOT_MCP_URL, or configure the proxy to pass on the Host header.`
    if (origin !== undefined && !isOurOrigin(origin))
      return `Pages from ${shown(origin)} may not call this server. To allow them, add the origin to OPENSLOT_MCP_ORIGINS.`
    return undefined
  }
}

const shown = (text: string): string => text.slice(0, 200).replaceAll(/[^\x21-\x7e]/g, '?')
