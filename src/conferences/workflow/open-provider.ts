import {
  type AccountContext,
  accountTokens,
  openAccount,
  type ProviderService,
  type SealedAccount,
} from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import { consentServiceOf } from '../providers/oauth.ts'
import type { ConferenceProvider } from '../providers/provider.ts'
import { WebexProvider } from '../providers/webex.ts'
import { WebhookCredentials, WebhookProvider } from '../providers/webhook.ts'
import { ZoomProvider } from '../providers/zoom.ts'
import { ZoomKeys, zoomTokens } from '../providers/zoom-keys.ts'

/** What it takes to talk to a service: an operation has it before its transaction begins, and so have jobs. */
export interface ConferenceContext extends AccountContext {
  readonly oauthClients: OauthClients
}

type OpenProvider = (context: ConferenceContext, account: SealedAccount, credentials: unknown) => ConferenceProvider

/** Each is opened by what its accounts keep encrypted. */
const services: Readonly<Record<ProviderService, OpenProvider>> = {
  zoom: (context, account) =>
    new ZoomProvider(
      context.outgoing,
      accountTokens(context, account, consentServiceOf('zoom', context.oauthClients)),
      { isOrganizations: false },
    ),
  zoom_server: (context, _, credentials) =>
    new ZoomProvider(context.outgoing, zoomTokens(context, ZoomKeys.parse(credentials)), { isOrganizations: true }),
  webex: (context, account) =>
    new WebexProvider(
      context.outgoing,
      accountTokens(context, account, consentServiceOf('webex', context.oauthClients)),
      context.now,
    ),
  webhook: ({ outgoing, now }, _, credentials) =>
    new WebhookProvider(outgoing, { now: () => now }, WebhookCredentials.parse(credentials)),
}

export const openConferenceProvider = (context: ConferenceContext, account: SealedAccount): ConferenceProvider =>
  services[account.service](context, account, openAccount(context.encryption, account))
