export type { Deadline } from './deadline.ts'
export {
  type Answered,
  concernsAccount,
  expecting,
  faultOf,
  isAway,
  isFault,
  type ServiceFault,
  secondsFrom,
} from './providers/fault.ts'
export { consentUrl, exchangeCode, jsonIn, type OauthService } from './providers/oauth.ts'
export { type AccessTokens, type ReadRefusal, type RestAnswer, RestClient } from './providers/rest-client.ts'
export { grantedTokens, sealTokens, tokensIn } from './workflow/access-tokens.ts'
