export type { Deadline } from './deadline.ts'
export { isPayableAt, paypalValueOf } from './payable-at.ts'
export {
  accountTokensContext,
  type PaymentAccount,
  type PaymentService,
  type ProviderAccount,
  type ProviderKind,
  type ProviderService,
  paymentServices,
  providerServices,
  type SealedAccount,
} from './provider-account.ts'
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
export { jsonIn, type OauthService, type TokenEndpoint } from './providers/oauth.ts'
export {
  type AccessTokens,
  type ReadRefusal,
  type RestAnswer,
  RestClient,
  type RestRequest,
} from './providers/rest-client.ts'
export {
  findPaymentAccountOf,
  findSealedPaymentAccount,
  insertPaymentAccount,
  listPaymentAccounts,
  lockPaymentAccountOf,
} from './store/payment-accounts.ts'
export {
  deleteAccount,
  deleteAccountsOfEnded,
  findAccount,
  findSealedAccount,
  insertAccount,
  listAccounts,
  lockAccountOf,
  type NewAccount,
  overviewOfAccounts,
  recordAccountHealth,
  renewAccount,
} from './store/provider-accounts.ts'
export { appTokens, grantedTokens, sealTokens, tokensIn } from './workflow/access-tokens.ts'
export { type AccountContext, accountTokens, openAccount, sealAccount } from './workflow/account-credentials.ts'
export { beginConsent, finishConsent } from './workflow/consent.ts'
