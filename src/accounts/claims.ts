import { email as emailAddress } from '#contract/wire.ts'

/** What a provider says of somebody. */
export interface ProvenPerson {
  readonly subject: string
  readonly email?: string | undefined
  /** That the address is theirs. */
  readonly isVerified: boolean
  readonly hostedDomain?: string | undefined
  readonly name: string
  /** Undefined: the provider says nothing of groups. */
  readonly groups: readonly string[] | undefined
}

type Claims = Readonly<Record<string, unknown>>

const maxName = 255
const maxGroups = 2_000

export const personFrom = (claims: Claims, groupsClaim: string): ProvenPerson => {
  const address = emailAddress.safeParse(claims.email)
  const email = address.success && address.data.length <= 254 ? address.data : undefined
  return {
    subject: String(claims.sub),
    email,
    // Microsoft has a claim of its own for that the domain's owner is verified.
    isVerified: isTrue(claims.email_verified) || isTrue(claims.xms_edov),
    hostedDomain: textIn(claims.hd)?.toLowerCase(),
    name: nameIn(claims, email),
    groups: groupsIn(claims, groupsClaim),
  }
}

/** Some providers write it as a text, and Microsoft as a number. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const nameIn = (claims: Claims, email: string | undefined): string => {
  const parts = [textIn(claims.given_name), textIn(claims.family_name)].filter((part) => part !== undefined)
  const found =
    textIn(claims.name) ?? (textIn(parts.join(' ')) || textIn(claims.preferred_username)) ?? email?.split('@')[0] ?? ''
  // Nothing that breaks a line or is invisible.
  const line = found.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return [...line].slice(0, maxName).join('') || 'New member'
}

/** A claim of that very name; else a dot leads into an object. */
const groupsIn = (claims: Claims, name: string): readonly string[] | undefined => {
  const value = Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, name.split('.'))
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter((one) => typeof one === 'string').slice(0, maxGroups)
}

const valueAt = (value: unknown, path: readonly string[]): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, first)) return undefined
  return valueAt((value as Claims)[first], rest)
}
