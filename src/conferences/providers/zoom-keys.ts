import { z } from 'zod'
import { type AccessTokens, appTokens } from '#integrations/index.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import { zoomEndpoint } from './oauth.ts'

const key = z.string().trim().min(1).max(200)

/** Of a server-to-server OAuth app, which Zoom lets in without anybody's consent. */
export const ZoomKeys = z.object({ account_id: key, client_id: key, client_secret: key })
export type ZoomKeys = z.output<typeof ZoomKeys>

export const zoomTokens = (
  context: { readonly outgoing: Outgoing; readonly now: Date },
  { account_id, client_id: id, client_secret: secret }: ZoomKeys,
): AccessTokens => appTokens(context, zoomEndpoint({ id, secret }), { grant_type: 'account_credentials', account_id })
