import { Agent, type AgentOptions, type RequestOptions } from 'node:http'
import { Agent as SecureAgent } from 'node:https'

// Its types do not name this method, which is documented.
declare module 'node:http' {
  interface Agent {
    /** Requests of the same name may use the same connection. */
    getName(options?: RequestOptions): string
  }
}

/** Receivers are known to close a connection after five seconds. */
const settings: AgentOptions = { keepAlive: true, timeout: 4_000, maxFreeSockets: 5 }

interface Judged {
  /** To which the connection may lead. */
  readonly addresses?: readonly string[]
}

const addressesIn = ({ addresses = [] }: Judged = {}): string => [...addresses].sort().join()

/**
 * Connections that are kept for the next request, by the addresses that the name stands for: those of another name
 * server's answer are others.
 */
export class KeptHttp extends Agent {
  constructor() {
    super(settings)
  }

  override getName(options?: RequestOptions & Judged): string {
    return `${super.getName(options)}:${addressesIn(options)}`
  }
}

export class KeptHttps extends SecureAgent {
  constructor() {
    super(settings)
  }

  override getName(options?: RequestOptions & Judged): string {
    return `${super.getName(options)}:${addressesIn(options)}`
  }
}
