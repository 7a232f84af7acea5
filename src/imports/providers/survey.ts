import { z } from 'zod'
import { ForeignMembership, ForeignOrganization, ForeignUser, foreignId } from '../calendly/foreign.ts'
import type { Reach, StepName } from '../import.ts'
import { type Remark, remarkOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'
import type { SourceClient } from './source-client.ts'

/** The other side, before anything is written: who the token is for, and what it can read. */
export interface Survey {
  readonly reach: Reach
  readonly me: ForeignUser
  readonly organization: { readonly id: string; readonly name: string }
  /** The owner, as far as the token can see. */
  readonly owner: ForeignMembership | undefined
}

const anything = z.unknown()

/** The lists that a token may be too weak for, and an address that shows it. */
const probes = (
  reach: Pick<Reach, 'organization' | 'user'>,
  of: Record<string, string>,
): Readonly<Partial<Record<StepName, readonly [string, Record<string, string>]>>> => ({
  groups: ['/groups', { organization: reach.organization }],
  group_members: ['/group_relationships', { organization: reach.organization }],
  schedules: ['/user_availability_schedules', { user: reach.user }],
  event_types: ['/event_types', of],
  routing_forms: ['/routing_forms', { organization: reach.organization }],
  meetings: ['/scheduled_events', of],
  webhooks: ['/webhook_subscriptions', { organization: reach.organization, scope: 'organization' }],
})

export const survey = async (client: SourceClient): Promise<Survey> => {
  const me = await client.get('/users/me', ForeignUser)
  const organizationUri = me.current_organization
  const isWhole = await mayRead(client, '/organization_memberships', { organization: organizationUri, count: '1' })
  const of: Record<string, string> = isWhole ? { organization: organizationUri } : { user: me.uri }
  const closed: StepName[] = []
  for (const [step, [path, query]] of Object.entries(probes({ organization: organizationUri, user: me.uri }, of)))
    if (!(await mayRead(client, path, step === 'schedules' ? query : { ...query, count: '1' })))
      closed.push(step as StepName)
  if (closed.includes('routing_forms')) closed.push('submissions')
  const reach: Reach = {
    base: me.uri.replace(/\/users\/[^/]+\/?$/, ''),
    organization: organizationUri,
    user: me.uri,
    isWhole,
    closed,
  }
  return { reach, me, organization: await organizationOf(client, organizationUri), owner: await ownerOf(client, reach) }
}

const mayRead = async (client: SourceClient, path: string, query: Record<string, string>): Promise<boolean> => {
  try {
    await client.list(path, query, anything)
    return true
  } catch (error) {
    // What a service does not have is answered with 404.
    if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind)) return false
    throw error
  }
}

const organizationOf = async (client: SourceClient, uri: string): Promise<Survey['organization']> => {
  const id = foreignId(uri)
  try {
    return { id, name: (await client.get(`/organizations/${encodeURIComponent(id)}`, ForeignOrganization)).name }
  } catch (error) {
    if (error instanceof SourceFault && ['forbidden', 'missing', 'rejected'].includes(error.kind))
      return { id, name: 'Imported organization' }
    throw error
  }
}

const ownerOf = async (
  client: SourceClient,
  { organization, user, isWhole }: Reach,
): Promise<ForeignMembership | undefined> => {
  const [owner] = isWhole
    ? (await client.list('/organization_memberships', { organization, role: 'owner', count: '1' }, ForeignMembership))
        .items
    : (await client.list('/organization_memberships', { user, count: '1' }, ForeignMembership)).items
  return owner
}

/** What a token cannot read. */
export const closedRemarks = ({ isWhole, closed, remarks = [] }: Reach): readonly Remark[] => [
  ...(isWhole ? [] : [remarkOf('token_of_one_user')]),
  ...closed.filter((step) => step !== 'submissions').map((step) => remarkOf('list_closed', { list: step })),
  ...remarks,
]
