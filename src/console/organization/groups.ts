import { h } from 'preact'
import type { z } from 'zod'
import { Problem } from '#contract/problem.ts'
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
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { sealForUndo, unsealForUndo } from '../sealed.ts'
import type { Toast } from '../shell/shell.tsx'
import { undoable } from '../undo-seal.ts'
import { GroupsAndTeams, type ListedGroup } from './groups-view.tsx'
import { administrationTextsFor } from './texts.ts'

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
        name:
          relationship.owner.type === 'OrganizationMembership'
            ? relationship.owner.user.name
            : relationship.owner.email,
        notes: [
          ...(relationship.role === 'admin' ? [texts.roles.admin] : []),
          ...(relationship.owner.type === 'OrganizationInvitation' ? [texts.invited] : []),
        ],
      })),
      // Members of another group can still become admins of this one.
      others: people.filter(
        ({ id }) => !members.has(id) || !own.some(({ role, owner }) => role === 'admin' && idOf(owner) === id),
      ),
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

/** `wrong` is an error and its group or team; `of` is empty for the form that creates one. */
const groupsPage = async (
  visit: SignedInVisit,
  wrong?: { readonly kind: Kind; readonly of: string; readonly text: string },
): Promise<ConsolePage> => {
  const texts = administrationTextsFor(visit)
  const memberships = await listAll(visit, listOrganizationMemberships, { organization: visit.session.organizationId })
  const people = memberships.map((membership) => ({ id: idOf(membership), name: membership.user.name }))
  return {
    title: texts.groups.title,
    status: wrong === undefined ? 200 : 400,
    screen: 'organization',
    toast: undoToast(visit),
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

const undoToast = (visit: SignedInVisit): Toast | undefined => {
  const [done = '', kind, of = '', was = '', role = ''] = ['done', 'kind', 'of', 'was', 'role'].map(
    (name) => visit.query.get(name) ?? '',
  )
  if (kind !== 'groups' && kind !== 'teams') return undefined
  const texts = administrationTextsFor(visit).groups.done[kind]
  if (!Object.hasOwn(texts, done)) return undefined
  const toast = { text: texts[done as keyof typeof texts] }
  if (was === '') return toast
  if (done === 'renamed')
    return {
      ...toast,
      undo: { action: `/app/organization/${kind}/${encodeURIComponent(of)}/rename`, fields: { name: was } },
    }
  if (done === 'deleted')
    return { ...toast, undo: { action: `/app/organization/${kind}/restore`, fields: { of: was } } }
  if (done !== 'added' && done !== 'removed') return toast
  const path = `/app/organization/${kind}/${encodeURIComponent(of)}/members`
  return {
    ...toast,
    undo: {
      action: done === 'added' ? `${path}/remove` : path,
      fields: { person: was, role, invited: visit.query.get('invited') ?? '' },
    },
  }
}

export const showGroups: ConsoleHandler = (visit) => groupsPage(visit)

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

/** What undoes an action: the ID of the person who was added, or removed with their role; or the previous name. */
interface Undo {
  before?(visit: SignedInVisit): Promise<unknown>
  was(visit: SignedInVisit, result: unknown, before: unknown): Readonly<Record<string, string>> | undefined
}

/** Performs an action and returns to the group, where errors are shown. */
const acting =
  (kind: Kind, done: string, act: (visit: SignedInVisit) => Promise<unknown>, undo?: Undo): ConsoleHandler =>
  async (visit) => {
    try {
      const before = await undo?.before?.(visit)
      const result = await act(visit)
      const was = undo?.was(visit, result, before)
      return undoable(visit, '/app/organization/groups', {
        done,
        of: idIn(visit),
        kind,
        ...was,
      })
    } catch (error) {
      return groupsPage(visit, {
        kind,
        of: idIn(visit),
        text: Object.values(errorsIn(visit.language, error))[0] ?? '',
      })
    }
  }

const field = ({ form }: SignedInVisit, name: string): string => form.get(name) ?? ''

type Relationship = z.output<typeof listGroupRelationships.output>

/** An invited person has no membership yet and is restored by their invitation. */
const wasInGroup = (
  relationship: Relationship,
): { readonly was: string; readonly role: string; readonly invited: string } => ({
  was: idOf(relationship.owner),
  role: relationship.role,
  invited: relationship.owner.type === 'OrganizationInvitation' ? 'yes' : '',
})

const addToGroup = (visit: SignedInVisit, group: string, { was, role, invited }: ReturnType<typeof wasInGroup>) =>
  run(visit, addGroupMember, {
    group,
    ...(invited === '' ? { membership: was } : { invitation: was }),
    role: role === 'admin' ? 'admin' : 'member',
  })

/** A deleted group or team with its members. */
interface Deleted<Person> {
  readonly name: string
  readonly slug?: string
  readonly people: readonly Person[]
}

/** People who left the organization or joined another group since the deletion are skipped. */
const puttingBack = async <Person>(
  people: readonly Person[],
  put: (person: Person) => Promise<unknown>,
): Promise<void> => {
  for (const person of people)
    await put(person).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
}

const sealed =
  (kind: Kind): Undo['was'] =>
  (visit, _result, before) =>
    before === undefined ? undefined : { was: sealForUndo(visit, kind, before as object) }

const wasPerson: Undo = { was: (visit) => ({ was: field(visit, 'person') }) }

const wasNamed = (
  load: (visit: SignedInVisit) => Promise<readonly { readonly uri: string; readonly name: string }[]>,
): Undo => ({
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
  remove: acting('groups', 'deleted', (visit) => run(visit, deleteGroup, { uuid: idIn(visit) }), {
    before: async (visit): Promise<Deleted<ReturnType<typeof wasInGroup>> | undefined> => {
      const organization = visit.session.organizationId
      const group = (await listAll(visit, listOrganizationGroups, { organization })).find(
        (one) => idOf(one) === idIn(visit),
      )
      return (
        group && {
          name: group.name,
          people: (await listAll(visit, listGroupRelationships, { organization, group: group.uri })).map(wasInGroup),
        }
      )
    },
    was: sealed('groups'),
  }),
  restore: acting('groups', 'restored', async (visit) => {
    const { name, people } = unsealForUndo<Deleted<ReturnType<typeof wasInGroup>>>(visit, 'groups')
    const group = idOf(await run(visit, createGroup, { name }))
    await puttingBack(people, (person) => addToGroup(visit, group, person))
  }),
  addMember: acting(
    'groups',
    'added',
    (visit) =>
      addToGroup(visit, idIn(visit), {
        was: field(visit, 'person'),
        role: field(visit, 'role'),
        invited: field(visit, 'invited'),
      }),
    { was: (_, result) => ({ was: idOf(result as { readonly uri: string }) }) },
  ),
  removeMember: acting(
    'groups',
    'removed',
    (visit) => run(visit, removeGroupMember, { uuid: field(visit, 'person') }),
    {
      before: async (visit) =>
        (await listAll(visit, listGroupRelationships, { organization: visit.session.organizationId })).find(
          (one) => idOf(one) === field(visit, 'person'),
        ),
      was: (_visit, _result, before) => (before === undefined ? undefined : wasInGroup(before as Relationship)),
    },
  ),
}

export const teamActs = {
  create: acting('teams', 'created', (visit) => run(visit, createTeam, { name: field(visit, 'name') })),
  rename: acting(
    'teams',
    'renamed',
    (visit) => run(visit, renameTeam, { uuid: idIn(visit), name: field(visit, 'name') }),
    wasNamed((visit) => listAll(visit, listOrganizationTeams, {})),
  ),
  remove: acting('teams', 'deleted', (visit) => run(visit, deleteTeam, { uuid: idIn(visit) }), {
    before: async (visit): Promise<Deleted<string> | undefined> => {
      const team = (await listAll(visit, listOrganizationTeams, {})).find((one) => idOf(one) === idIn(visit))
      if (!team) return undefined
      const people = (await listAll(visit, listTeamMembers, { team: team.uri })).map(idOf)
      return { name: team.name, slug: new URL(team.scheduling_url).pathname.split('/').at(-1) ?? '', people }
    },
    was: sealed('teams'),
  }),
  /** With the same link, unless another page uses it now. */
  restore: acting('teams', 'restored', async (visit) => {
    const { people, ...named } = unsealForUndo<Deleted<string>>(visit, 'teams')
    const team = idOf(await run(visit, createTeam, named))
    await puttingBack(people, (membership) => run(visit, addTeamMember, { team, membership }))
  }),
  addMember: acting(
    'teams',
    'added',
    (visit) => run(visit, addTeamMember, { team: idIn(visit), membership: field(visit, 'person') }),
    wasPerson,
  ),
  removeMember: acting(
    'teams',
    'removed',
    (visit) => run(visit, removeTeamMember, { team: idIn(visit), membership: field(visit, 'person') }),
    wasPerson,
  ),
}
