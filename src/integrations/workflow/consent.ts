import { createHash, randomBytes } from 'node:crypto'
import type { Encryption } from '#platform/crypto/encryption.ts'
import { type ConsentOwner, readConsentState, writeConsentState } from '../consent-state.ts'
import { faultOf, isFault, type ServiceFault } from '../providers/fault.ts'
import { consentUrl, exchangeCode, type OauthService, type OauthTokens, type TokenRequest } from '../providers/oauth.ts'

interface ConsentCall {
  readonly encryption: Encryption
  readonly now: Date
}

/** Where the owner of an account agrees that we use it. */
export const beginConsent = (
  { encryption, now }: ConsentCall,
  owner: ConsentOwner,
  kind: string,
  service: OauthService,
): string => {
  const verifier = randomBytes(32).toString('base64url')
  const state = writeConsentState(encryption, owner, { kind, verifier, beganAt: now.getTime() })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return consentUrl(service, { state, challenge })
}

/** What the owner has agreed to, of a consent that was begun here. */
export const finishConsent = async <Service extends string>(
  call: ConsentCall & TokenRequest,
  owner: ConsentOwner,
  { state, code }: { readonly state: string; readonly code: string },
  serviceOf: (kind: Service) => OauthService | undefined,
): Promise<{ readonly kind: Service; readonly tokens: OauthTokens } | ServiceFault> => {
  const begun = readConsentState<Service>(call.encryption, owner, state, call.now)
  if (!begun) return faultOf('consent_expired')
  const { kind, verifier } = begun
  const service = serviceOf(kind)
  if (!service) return faultOf('wrong_client')
  const tokens = await exchangeCode(call, service, { code, verifier })
  return isFault(tokens) ? tokens : { kind, tokens }
}
