import {
  type AccessTokens,
  type AccountContext,
  accountTokens,
  faultOf,
  type OauthService,
  openAccount,
  type ProviderService,
  type SealedAccount,
} from '#integrations/index.ts'
import type { ConferenceProvider } from '../providers/provider.ts'
import { WebhookCredentials, WebhookProvider } from '../providers/webhook.ts'

interface OpenedAccount {
  /** As they were sealed: each service has its own. */
  readonly credentials: unknown
  /** Those of a consent, renewed where they are needed. */
  readonly tokens: (service: OauthService | undefined) => AccessTokens
}

type OpenProvider = (context: AccountContext, account: OpenedAccount) => ConferenceProvider

/** Each is opened by what its accounts keep encrypted. */
const services: Readonly<Partial<Record<ProviderService, OpenProvider>>> = {
  webhook: ({ outgoing, now }, { credentials }) =>
    new WebhookProvider(outgoing, { now: () => now }, WebhookCredentials.parse(credentials)),
}

/** An account that this release cannot open. */
const closed: ConferenceProvider = {
  create: async () => faultOf('wrong_client'),
  update: async () => faultOf('wrong_client'),
  remove: async () => faultOf('wrong_client'),
}

export const openConferenceProvider = (context: AccountContext, account: SealedAccount): ConferenceProvider => {
  const credentials = openAccount(context.encryption, account)
  const tokens = (service: OauthService | undefined): AccessTokens => accountTokens(context, account, service)
  return services[account.service]?.(context, { credentials, tokens }) ?? closed
}
