export { openWebhookKey } from './app-secrets.ts'
export type { Audience, Resources } from './audience.ts'
export { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
export {
  clientIdOf,
  hasSecret,
  isLocalOnly,
  isPublic,
  isUnverified,
  mayRedirectTo,
  type OauthClient,
} from './client.ts'
export { isDocumentAddress } from './document.ts'
export { registerClientDynamically, revokeToken } from './flows/client-requests.ts'
export { exchangeForTokens } from './flows/exchange-for-tokens.ts'
export { introspectToken } from './flows/introspect-token.ts'
export { secondsOf, toTokenAnswer } from './issued.ts'
export { deleteExpired, findOrFetchClient } from './jobs.ts'
export { allowApp } from './operations/allow-app.ts'
export { createApp } from './operations/create-app.ts'
export { createPersonalAccessToken } from './operations/create-personal-access-token.ts'
export { deleteApp } from './operations/delete-app.ts'
export { listAllowedApps } from './operations/list-allowed-apps.ts'
export { listApps } from './operations/list-apps.ts'
export { listPersonalAccessTokens } from './operations/list-personal-access-tokens.ts'
export { revokePersonalAccessToken } from './operations/revoke-personal-access-token.ts'
export { rotateApp } from './operations/rotate-app.ts'
export { updateApp } from './operations/update-app.ts'
export { withdrawFromApp } from './operations/withdraw-from-app.ts'
export { optional, type Parameters, parametersFrom, required } from './parameters.ts'
export { withAnswer } from './redirect-uri.ts'
export { invalidClient, OauthRefusal } from './refusal.ts'
export { readClientMetadata } from './registration.ts'
export { everyScope } from './scope-request.ts'
export { lockCaller } from './store/callers.ts'
export { findClient, findWebhookKey } from './store/clients.ts'
export { findHeldToken, revokeTokensOfUser } from './store/tokens.ts'
export { hashToken, isWellFormed, principalBy } from './token.ts'
export { readTokenRequest } from './token-request.ts'
