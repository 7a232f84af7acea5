import type { ProvenPerson } from './claims.ts'
import { namesHostedDomain, type SignInProvider } from './sign-in-provider.ts'
import type { SignInRule } from './sign-in-rules.ts'

/** The account that has the address, seen from the organization of the provider. */
export interface AddressHolder {
  readonly userId: string
  /** `former`: a member once. `elsewhere`: never one, whatever organization the account is in. */
  readonly standing: 'user' | 'admin' | 'former' | 'elsewhere'
  /** Somebody else at the provider signs in to it. */
  readonly hasIdentity: boolean
}

export interface Situation {
  /** The account that this person at the provider signed in to before. */
  readonly linked: { readonly userId: string; readonly isMember: boolean } | undefined
  readonly holder: AddressHolder | undefined
  readonly isInvited: boolean
  /** Who asks for the link, signed in, from their account page. */
  readonly asking: { readonly userId: string; readonly hasIdentity: boolean } | undefined
}

export type Decision =
  | { readonly kind: 'sign_in'; readonly userId: string }
  | { readonly kind: 'link'; readonly userId: string }
  | { readonly kind: 'join'; readonly email: string }
  | { readonly kind: 'refuse'; readonly rule: SignInRule }

const refuse = (rule: SignInRule): Decision => ({ kind: 'refuse', rule })

/**
 * Whose account somebody signs in to. Who was here before is known by the provider's subject, whatever their address is
 * now. Everybody else has only an address, and a provider may say any: it counts if its domain is proven and the
 * provider has verified it, and it never opens an account with rights over others.
 */
export const whoseAccount = (
  provider: Pick<SignInProvider, 'issuer' | 'domains' | 'trustsEmail' | 'addsMembers'>,
  person: Pick<ProvenPerson, 'email' | 'isVerified' | 'hostedDomain'>,
  { linked, holder, isInvited, asking }: Situation,
): Decision => {
  if (linked) {
    if (asking && asking.userId !== linked.userId) return refuse('linked_to_another')
    return linked.isMember ? { kind: 'sign_in', userId: linked.userId } : refuse('membership_ended')
  }
  if (asking?.hasIdentity) return refuse('already_linked')
  const { email } = person
  if (email === undefined) return refuse('address_missing')
  const distrust = whyNotTrusted(provider, person, email)
  if (distrust) return refuse(distrust)
  if (asking) return { kind: 'link', userId: asking.userId }
  if (!holder) return provider.addsMembers || isInvited ? { kind: 'join', email } : refuse('not_invited')
  if (holder.standing === 'elsewhere') return refuse('account_elsewhere')
  if (holder.standing === 'former') return refuse('membership_ended')
  // The address belongs to somebody else at the provider by now.
  if (holder.hasIdentity) return refuse('already_linked')
  return holder.standing === 'admin' ? refuse('admin_not_linked') : { kind: 'link', userId: holder.userId }
}

const whyNotTrusted = (
  { issuer, domains, trustsEmail }: Pick<SignInProvider, 'issuer' | 'domains' | 'trustsEmail'>,
  { isVerified, hostedDomain }: Pick<ProvenPerson, 'isVerified' | 'hostedDomain'>,
  email: string,
): SignInRule | undefined => {
  if (!isVerified && !trustsEmail) return 'address_unverified'
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return 'domain_unproven'
  if (namesHostedDomain({ issuer }) && (hostedDomain === undefined || !domains.includes(hostedDomain)))
    return 'hosted_domain_differs'
  return undefined
}
