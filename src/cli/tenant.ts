import type { z } from 'zod'
import type { Principal } from '#contract/principal.ts'
import { uuidForm } from '#contract/wire.ts'
import { demoOutsider } from '#demo/cast.ts'
import { act, collect, gather } from '#execution/act.ts'
import type { CollectionOperation, ListOperation, ReadOperation, WriteOperation } from '#execution/operation.ts'
import type { AppContext } from '#execution/perform.ts'
import {
  actingAs,
  findAccountByEmail,
  findMembershipByEmail,
  findOrganization,
  findOwner,
  listAllOrganizations,
  listLeaversOrganizations,
  type Membership,
  type Organization,
} from '#organizations/index.ts'
import type { Reader } from '#platform/db/database.ts'
import { OperatorError } from '#process/operator-error.ts'

/** For every command that is about one organization. */
export const organizationOption = {
  organization: {
    value: 'NAME',
    summary: 'The name or ID of the organization, if there are several',
  },
} as const

interface Asked {
  readonly organization: string | undefined
  /** Somebody who is in it: an account belongs to one organization, so the address may tell which one is meant. */
  readonly email?: string | undefined
}

/**
 * The organization that is meant: the one that is named, that of the person who is named, or the only one that somebody
 * has set up.
 */
export const chooseOrganization = async (
  { database: { reader } }: AppContext,
  { organization: wanted, email }: Asked,
): Promise<Organization> => {
  if (wanted !== undefined && uuidForm.test(wanted.toLowerCase())) {
    const found = await findOrganization(reader, wanted.toLowerCase())
    if (!found) throw new OperatorError(`No organization has the ID ${wanted}. See: openslot organization list`)
    return found
  }
  // One that everybody has left is history.
  const all = (await listAllOrganizations(reader)).filter(({ memberCount }) => memberCount > 0)
  if (all.length === 0) throw new OperatorError('There is no organization yet. Create one with: openslot init --help')
  const account = wanted === undefined && email !== undefined ? await findAccountByEmail(reader, email) : undefined
  const meant = account
    ? all.filter(({ id }) => id === account.organizationId)
    : wanted === undefined
      ? await withoutIncidental(reader, all)
      : all.filter(({ name }) => name === wanted)
  const [only, second] = meant
  if (only && !second) return only
  if (!only) throw new OperatorError(`No organization is named "${wanted}". The organizations are: ${choices(all)}.`)
  throw new OperatorError(
    `There are several organizations${wanted === undefined ? '' : ` named "${wanted}"`}. Choose one with --organization, or set OPENSLOT_ORGANIZATION: ${choices(meant)}.`,
  )
}

/** Nobody means the organization that a removed member was given, or the demo's outsider, unless there is no other. */
const withoutIncidental = async (reader: Reader, all: readonly Organization[]): Promise<readonly Organization[]> => {
  if (all.length < 2) return all
  const outsider = await findAccountByEmail(reader, demoOutsider.email)
  const incidental = [...(await listLeaversOrganizations(reader)), outsider?.organizationId]
  const meant = all.filter(({ id }) => !incidental.includes(id))
  return meant.length === 0 ? all : meant
}

const maxChoices = 10

const choices = (organizations: readonly Organization[]): string => {
  const shown = organizations.slice(0, maxChoices).map(({ name, id }) => `"${name}" (${id})`)
  return [
    ...shown,
    ...(organizations.length > maxChoices ? [`and ${organizations.length - maxChoices} more`] : []),
  ].join(', ')
}

/** An organization, with the operator acting for its owner, or for the member with an address. */
export type Tenant = ReturnType<typeof tenantOf>

const tenantOf = (context: AppContext, organization: Organization, owner: Principal) => {
  const member = (email: string): Promise<Membership> => memberOf(context, organization, email)
  return {
    context,
    organization,
    owner,
    member,
    actor: async (email?: string): Promise<Principal> =>
      email === undefined ? owner : actingAs(await member(email), organization),
    userUri: async (email?: string): Promise<string> =>
      `/users/${email === undefined ? owner.userId : (await member(email)).user.id}`,
    act: <In extends z.ZodType, Out extends z.ZodType, Asked>(
      operation: ReadOperation<In, Out> | WriteOperation<In, Out, Asked>,
      input: z.input<In>,
      as = owner,
    ) => act(context, operation, as, input),
    collect: <In extends z.ZodType, Out extends z.ZodType>(
      operation: ListOperation<In, Out>,
      filters: z.input<In>,
      as = owner,
    ) => collect(context, operation, as, filters),
    gather: <In extends z.ZodType, Out extends z.ZodType>(
      operation: CollectionOperation<In, Out> | ListOperation<In, Out>,
      filters: z.input<In>,
      as = owner,
    ) => gather(context, operation, as, filters),
  }
}

export const enter = async (context: AppContext, asked: Asked): Promise<Tenant> => {
  const organization = await chooseOrganization(context, asked)
  const owner = await findOwner(context.database.reader, organization.id)
  if (!owner) throw new OperatorError(`The organization "${organization.name}" has no owner.`)
  return tenantOf(context, organization, actingAs(owner, organization))
}

export const memberOf = async (context: AppContext, organization: Organization, email: string): Promise<Membership> => {
  const membership = await findMembershipByEmail(context.database.reader, organization.id, email)
  if (!membership)
    throw new OperatorError(`No member of "${organization.name}" has the address ${email}. See: openslot member list`)
  return membership
}
