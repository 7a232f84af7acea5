import { readNetwork } from '#platform/net/address.ts'
import { Destinations } from '#platform/net/destinations.ts'
import { Outgoing, type OutgoingRequest, type RequestOutcome } from '#platform/net/outgoing.ts'
import type { OauthStandIn } from './oauth-stand-in.ts'

/** The real way out, which reaches stand-ins under the fixed addresses of the services. */
export class OutgoingToStandIns extends Outgoing {
  standIns: Readonly<Record<string, OauthStandIn>> = {}

  constructor() {
    super(new Destinations([readNetwork('127.0.0.0/8') as NonNullable<ReturnType<typeof readNetwork>>]))
  }

  override send(request: OutgoingRequest): Promise<RequestOutcome> {
    const { origin, pathname, search } = new URL(request.url)
    const standIn = this.standIns[origin]
    return super.send({ ...request, url: standIn ? `${standIn.url}${pathname}${search}` : request.url })
  }
}
