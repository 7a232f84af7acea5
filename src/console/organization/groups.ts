import { h } from 'preact'
import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import {
  addGroupMember,
  addTeamMember,
  createGroup,
  createTeam,
  deleteGroup,
  deleteTeam,
  listGroupRelationships,
  listOrganizationGroups,
  listOrganizationMemberships,
  listOrganizationTeams,
  listTeamMembers,
  removeGroupMember,
  removeTeamMember,
  renameGroup,
  renameTeam,
} from '#organizations/index.ts'
import { complaintsIn } from '#pages/complaints.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted } from '../../../web/booking/words.ts'
import { GroupsAndTeams, type ListedGroup } from '../../../web/console/organization/groups.tsx'
import type { Toast } from '../../../web/console/shell.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { administrationTextsFor, toastOf } from './words.ts'

type Kind = 'groups' | 'teams'

interface Person {
  readonly id: string
  readonly name: string
}

const loadGroups = async (visit: SignedInVisit, people: readonly Person[]): Promise<ListedGroup[]> => {
  const { groups: texts } = administrationTextsFor(visit)
  const organization = visit.session.organizationId
  const groups = await listAll(visit, listOrganizationGroups, { organization })
  const relationships = await listAll(visit, listGroupRelationships, { organization })
  const members = new Set(relationships.filter(({ role }) => role === 'member').map(({ owner }) => idOf(owner)))
  return groups.map((group) => {
    const own = relationships.filter((one) => one.group === group.uri)
    return {
      id: idOf(group),
      name: group.name,
      count: counted(visit.language, group.member_count, texts.members),
      page: undefined,
      members: own.map((relationship) => ({
        id: idOf(relationship),
        name: relationship.owner.type === 'OrganizationMembership' ? relationship.owner.user.name : relationship.owner.email,
        notes: [
          ...(relationship.role === 'admin' ? [texts.roles.admin] : []),
          ...(relationship.owner.type === 'OrganizationInvitation' ? [texts.invited] : []),
        ],
      })),
      // Members of another group can still become admins of this one.
      others: people.filter(({ id }) => !members.has(id) || !own.some(({ role, owner }) => role === 'admin' && idOf(owner) === id)),
    }
  })
}

const loadTeams = async (visit: SignedInVisit, people: readonly Person[]): Promise<ListedGroup[]> => {
  const { members: count } = administrationTextsFor(visit).groups
  const teams = await listAll(visit, listOrganizationTeams, {})
  return Promise.all(
    teams.map(async (team) => {
      const members = await listAll(visit, listTeamMembers, { team: team.uri })
      const ids = new Set(members.map(idOf))
      return {
        id: idOf(team),
        name: team.name,
        count: counted(visit.language, members.length, count),
        page: team.scheduling_url,
        members: members.map((member) => ({ id: idOf(member), name: member.user.name, notes: [] })),
        others: people.filter(({ id }) => !ids.has(id)),
      }
    }),
  )
}

/** `wrong` is what was refused, and in which group or team; without one, at the form for a new one. */
const groupsPage = async (visit: SignedInVisit, wrong?: { readonly kind: Kind; readonly of: string; readonly words: string }): Promise<ConsolePage> => {
  const texts = administrationTextsFor(visit)
  const memberships = await listAll(visit, listOrganizationMemberships, { organization: visit.session.organizationId })
  const people = memberships.map((membership) => ({ id: idOf(membership), name: membership.user.name }))
  return {
    title: texts.groups.title,
    status: wrong === undefined ? 200 : 400,
    screen: 'organization',
    toast: undoable(visit),
    content: h(GroupsAndTeams, {
      texts,
      token: visit.formToken,
      groups: await loadGroups(visit, people),
      teams: await loadTeams(visit, people),
      open: wrong?.of ?? visit.query.get('of') ?? undefined,
      wrong,
      typed: wrong === undefined ? '' : (visit.form.get('name') ?? ''),
    }),
  }
}

const undoable = (visit: SignedInVisit): Toast | undefined => {
  const toast = toastOf(visit)
  const [done, kind, of = '', was = '', role = ''] = ['done', 'kind', 'of', 'was', 'role'].map((name) => visit.query.get(name) ?? '')
  if (!toast || was === '' || (kind !== 'groups' && kind !== 'teams')) return toast
  if (done === 'renamed') return { ...toast, undo: { action: `/app/organization/${kind}/${encodeURIComponent(of)}/rename`, fields: { name: was } } }
  if (done !== 'added' && done !== 'removed') return toast
  const path = `/app/organization/${kind}/${encodeURIComponent(of)}/members`
  return { ...toast, undo: { action: done === 'added' ? `${path}/remove` : path, fields: { person: was, role } } }
}

export const showGroups: ConsoleHandler = (visit) => groupsPage(visit)

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

/** What takes an act back: the person who was added, or who was taken out and in which role, as ids; or the name before. */
interface Undo {
  before?(visit: SignedInVisit): Promise<unknown>
  was(visit: SignedInVisit, result: unknown, before: unknown): Readonly<Record<string, string>> | undefined
}

/** Does something, and comes back to the group; what is refused is shown there. */
const acting =
  (kind: Kind, done: string, act: (visit: SignedInVisit) => Promise<unknown>, undo?: Undo): ConsoleHandler =>
  async (visit) => {
    try {
      const before = await undo?.before?.(visit)
      const result = await act(visit)
      const was = undo?.was(visit, result, before)
      return { to: `/app/organization/groups?${new URLSearchParams({ done, of: idIn(visit), ...(was === undefined ? {} : { kind, ...was }) })}` }
    } catch (error) {
      return groupsPage(visit, { kind, of: idIn(visit), words: Object.values(complaintsIn(visit.language, error))[0] ?? '' })
    }
  }

const field = ({ form }: SignedInVisit, name: string): string => form.get(name) ?? ''

type Relationship = z.output<typeof listGroupRelationships.output>

/** An invited person cannot be put back by their membership, which they do not have. */
const wasInGroup = (relationship: Relationship | undefined): Readonly<Record<string, string>> | undefined =>
  relationship?.owner.type === 'OrganizationMembership' ? { was: idOf(relationship.owner), role: relationship.role } : undefined

const wasPerson: Undo = { was: (visit) => ({ was: field(visit, 'person') }) }

const wasNamed = (load: (visit: SignedInVisit) => Promise<readonly { readonly uri: string; readonly name: string }[]>): Undo => ({
  before: async (visit) => (await load(visit)).find((one) => idOf(one) === idIn(visit))?.name,
  was: (_visit, _result, before) => ({ was: String(before) }),
})

export const groupActs = {
  create: acting('groups', 'created', (visit) => run(visit, createGroup, { name: field(visit, 'name') })),
  rename: acting(
    'groups',
    'renamed',
    (visit) => run(visit, renameGroup, { uuid: idIn(visit), name: field(visit, 'name') }),
    wasNamed((visit) => listAll(visit, listOrganizationGroups, { organization: visit.session.organizationId })),
  ),
  remove: acting('groups', 'deleted', (visit) => run(visit, deleteGroup, { uuid: idIn(visit) })),
  addMember: acting(
    'groups',
    'added',
    (visit) =>
      run(visit, addGroupMember, { group: idIn(visit), membership: field(visit, 'person'), role: field(visit, 'role') === 'admin' ? 'admin' : 'member' }),
    { was: (_, result) => ({ was: idOf(result as { readonly uri: string }) }) },
  ),
  removeMember: acting('groups', 'removed', (visit) => run(visit, removeGroupMember, { uuid: field(visit, 'person') }), {
    before: async (visit) =>
      (await listAll(visit, listGroupRelationships, { organization: visit.session.organizationId })).find((one) => idOf(one) === field(visit, 'person')),
    was: (_visit, _result, before) => wasInGroup(before as Relationship | undefined),
  }),
}

export const teamActs = {
  create: acting('teams', 'created', (visit) => run(visit, createTeam, { name: field(visit, 'name') })),
  rename: acting(
    'teams',
    'renamed',
    (visit) => run(visit, renameTeam, { uuid: idIn(visit), name: field(visit, 'name') }),
    wasNamed((visit) => listAll(visit, listOrganizationTeams, {})),
  ),
  remove: acting('teams', 'deleted', (visit) => run(visit, deleteTeam, { uuid: idIn(visit) })),
  addMember: acting('teams', 'added', (visit) => run(visit, addTeamMember, { team: idIn(visit), membership: field(visit, 'person') }), wasPerson),
  removeMember: acting('teams', 'removed', (visit) => run(visit, removeTeamMember, { team: idIn(visit), membership: field(visit, 'person') }), wasPerson),
}
