export type { Deadline } from './deadline.ts'
export type { ProviderKind, ProviderService, SealedAccount } from './provider-account.ts'
export {
  type Answered,
  concernsAccount,
  expecting,
  faultOf,
  isAway,
  isFault,
  type ServiceFault,
  type ServiceFaultCode,
  secondsFrom,
} from './providers/fault.ts'
export { consentUrl, exchangeCode, jsonIn, type OauthService } from './providers/oauth.ts'
export { type AccessTokens, type ReadRefusal, type RestAnswer, RestClient } from './providers/rest-client.ts'
export { deleteAccountsOfEnded, insertAccount, recordAccountHealth } from './store/provider-accounts.ts'
export { grantedTokens, sealTokens, tokensIn } from './workflow/access-tokens.ts'
export { type AccountContext, accountTokens, openAccount, sealAccount } from './workflow/account-credentials.ts'
