import type { z } from 'zod'
import { accountLink, issueSignInLink } from '#accounts/index.ts'
import { scopes } from '#contract/scopes.ts'
import { idOf } from '#contract/wire.ts'
import { act } from '#execution/act.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { actingAs, findOrganization, findOwner, foundOrganization, listAllOrganizations } from '#organizations/index.ts'
import type { NewPassword } from '#platform/crypto/password.ts'
import { zoneNameOf } from '#platform/time/zones.ts'

export type Founder = Omit<z.input<typeof foundOrganization.input>, 'password_hash' | 'awaits_welcome'>

/** An organization and its owner, with the secrets that are shown only this once. */
export interface Founded {
  readonly organization: { readonly uri: string; readonly name: string }
  readonly owner: { readonly uri: string; readonly name: string; readonly email: string }
  readonly password: string
  readonly token: string
}

/** In the transaction of `performTogether`: an organization without a token for its owner would be of no use. */
export const found = async (
  context: AppContext,
  founder: Founder,
  { password, hash }: NewPassword,
): Promise<Founded> => {
  const { organization, owner } = await performOpen(context, foundOrganization, { ...founder, password_hash: hash })
  const token = await giveToken(context, idOf(organization))
  return {
    organization: { uri: organization.uri, name: organization.name },
    owner: { uri: owner.user.uri, name: owner.user.name, email: owner.user.email },
    password,
    token,
  }
}

/**
 * The first organization of an installation: its owner has no password yet, and says who they are when they open the
 * link.
 */
export interface FoundedFirst extends Omit<Founded, 'password'> {
  readonly sign_in_link: string
}

export const foundFirst = async (context: AppContext, founder: Founder): Promise<FoundedFirst> => {
  const { organization, owner } = await performOpen(context, foundOrganization, {
    ...founder,
    password_hash: null,
    awaits_welcome: true,
  })
  const issued = await performOpen(context, issueSignInLink, { email: owner.user.email })
  if (!issued) throw new Error('The new owner was not found.')
  return {
    organization: { uri: organization.uri, name: organization.name },
    owner: { uri: owner.user.uri, name: owner.user.name, email: owner.user.email },
    token: await giveToken(context, idOf(organization)),
    sign_in_link: accountLink(context.links, context.codes, 'sign_in', issued.uuid),
  }
}

/** For the owner, with all scopes. */
const giveToken = async (context: AppContext, organizationId: string): Promise<string> => {
  const { reader } = context.database
  const [organization, owner] = [
    await findOrganization(reader, organizationId),
    await findOwner(reader, organizationId),
  ]
  if (!organization || !owner) throw new Error('The new organization was not found.')
  const { secret } = await act(context, createPersonalAccessToken, actingAs(owner, organization), {
    name: 'First token',
    scopes: [...scopes],
  })
  return secret
}

/** Whether no organization was founded yet. */
export const isEmpty = async ({ database }: AppContext): Promise<boolean> =>
  (await listAllOrganizations(database.reader)).length === 0

/** The time zone of this machine, for people who did not say theirs. */
export const machineZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return zoneNameOf(timeZone ?? '') ?? 'UTC'
}
