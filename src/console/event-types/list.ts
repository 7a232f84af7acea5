import { h } from 'preact'
import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { getEventTypeSetup, listEventTypes, listFormerOwners, listSharedHosts } from '#event-types/index.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { cutNote, mostRows } from '../long-lists.ts'
import type { PaletteItem } from '../shell/palette-item.ts'
import type { Toast } from '../shell/shell.tsx'
import { typeLabels } from '../type-labels.ts'
import { unfinishedNotes } from '../welcome/unfinished.ts'
import { mayCreate } from './create.ts'
import { EventTypeList, type ListedGroup, type ListedType } from './list-view.tsx'
import { nextMeeting } from './next-meeting.ts'
import { lengthsOf, textsFor } from './texts.ts'

export type Resource = z.output<typeof listEventTypes.output>

export const loadTypes = async (visit: SignedInVisit): Promise<readonly Resource[]> => {
  const types = await listAll(visit, listEventTypes, { sort: 'position:asc' })
  return types.filter(({ type }) => type === 'StandardEventType')
}

/** Their types are listed until they are deleted, and cannot be booked. */
export const formerOwners = async (visit: SignedInVisit): Promise<ReadonlySet<string>> =>
  new Set((await list(visit, listFormerOwners)).map(({ user }) => user))

/** What a row says below the name. */
const factsOf = (visit: SignedInVisit, type: Resource): string[] => {
  const texts = textsFor(visit)
  const shared =
    type.pooling_type === 'collective'
      ? [texts.kinds.collective.title]
      : type.pooling_type === 'round_robin'
        ? [texts.kinds.round_robin.title]
        : []
  const kinds = type.kind === 'group' ? [texts.kinds.group.title] : shared
  const places = (type.locations ?? []).map(({ kind }) => texts.locations[kind])
  return [
    lengthsOf(visit.language.locale, type.duration_options ?? [type.duration]),
    ...kinds,
    ...new Set(places),
  ].slice(0, 4)
}

/** Several hosts meet for it, or one of several. */
export const isShared = ({ pooling_type }: Resource): boolean => pooling_type !== null

const isOwn = ({ session }: SignedInVisit, { profile }: Resource): boolean =>
  idOf({ uri: profile.owner }) === session.userId

export const mayChange = (visit: SignedInVisit, type: Resource): boolean =>
  isAdmin(visit.session) || (isOwn(visit, type) && !type.admin_managed)

/** What a type is found by: its name, and that of its owner. */
export const textOf = ({ name, profile }: Resource): string => `${name} ${profile.name}`.toLowerCase()

/** By the URI of the type. */
export type HostNames = ReadonlyMap<string, readonly string[]>

const hostNames = async (visit: SignedInVisit): Promise<HostNames> => {
  const names = new Map<string, string[]>()
  for (const { event_type, name } of await list(visit, listSharedHosts))
    names.set(event_type, [...(names.get(event_type) ?? []), name])
  return names
}

const listedOf = (visit: SignedInVisit, type: Resource, former: ReadonlySet<string>, hosts: HostNames): ListedType => ({
  id: idOf(type),
  owner: type.profile.owner,
  name: type.name,
  text: textOf(type),
  hasOwner: !former.has(type.profile.owner),
  isActive: type.active && !former.has(type.profile.owner),
  mayChange: mayChange(visit, type),
  isSecret: type.secret,
  address: type.scheduling_url,
  color: type.color,
  facts: factsOf(visit, type),
  hosts: hosts.get(type.uri) ?? [],
})

/**
 * One's own first, then those with several hosts, then those of others. Those of one owner stand together: a type is
 * moved among them.
 */
export const groupsOf = (
  visit: SignedInVisit,
  types: readonly Resource[],
  former: ReadonlySet<string>,
  hosts: HostNames = new Map(),
): ListedGroup[] => {
  const texts = textsFor(visit)
  const group = (title: string, some: readonly Resource[]): ListedGroup => ({
    title,
    types: some.map((type) => listedOf(visit, type, former, hosts)),
  })
  const byOwner = (some: readonly Resource[]): (readonly Resource[])[] =>
    [...new Set(some.map(({ profile }) => profile.owner))].map((owner) =>
      some.filter(({ profile }) => profile.owner === owner),
    )
  const alone = types.filter((type) => !isShared(type))
  const others = alone.filter((type) => !isOwn(visit, type))
  return [
    group(
      texts.yours,
      alone.filter((type) => isOwn(visit, type)),
    ),
    group(texts.shared, byOwner(types.filter(isShared)).flat()),
    ...byOwner(others).map((some) => group(some[0]?.profile.name ?? '', some)),
  ].filter((one) => one.types.length > 0)
}

/** The first of them, group by group. */
const firstOf = (groups: readonly ListedGroup[]): ListedGroup[] => {
  let room = mostRows
  return groups
    .map(({ title, types }) => {
      const shown = types.slice(0, room)
      room -= shown.length
      return { title, types: shown }
    })
    .filter(({ types }) => types.length > 0)
}

/**
 * What was just done to one of them, and how it is taken back. The address holds ids only, so it can show no other
 * text.
 */
export const toastOf = async (visit: SignedInVisit): Promise<Toast | undefined> => {
  const [done = '', of = '', was = ''] = ['done', 'of', 'was'].map((name) => visit.query.get(name) ?? '')
  const { done: texts } = textsFor(visit)
  if (!Object.hasOwn(texts, done)) return undefined
  const found = await run(visit, getEventTypeSetup, { uuid: of }).catch(() => undefined)
  if (!found) return undefined
  const { name } = found.event_type
  const text = filled(texts[done as keyof typeof texts], { name })
  const path = `/app/types/${encodeURIComponent(of)}`
  if (done === 'on' || done === 'off')
    return { text, undo: { action: `${path}/switch`, fields: { active: String(done === 'off') } } }
  if (done === 'deleted')
    return { text, undo: { action: `${path}/restore`, fields: { active: was === 'on' ? 'true' : 'false' } } }
  if (done === 'removed' && was !== '') return { text, undo: { action: `${path}/undo`, fields: { of: was } } }
  if (done === 'moved') return { text, undo: { action: `${path}/move`, fields: { before: was } } }
  return { text }
}

export const listPage: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const types = await loadTypes(visit)
  const search = visit.query.get('q')?.trim() ?? ''
  const fitting = types.filter((type) => textOf(type).includes(search.toLowerCase()))
  const hosts = types.some(isShared) ? await hostNames(visit) : new Map()
  const groups = firstOf(groupsOf(visit, fitting, await formerOwners(visit), hosts))
  return {
    title: texts.title,
    screen: 'event-types',
    toast: await toastOf(visit),
    content: h(EventTypeList, {
      texts,
      token: visit.formToken,
      search,
      groups,
      cut: cutNote(visit, fitting.length),
      isEmpty: types.length === 0,
      mayCreate: await mayCreate(visit),
      notes: await unfinishedNotes(visit),
      next: await nextMeeting(visit),
    }),
  }
}

/** For every type: copy its link, edit it. */
export const paletteOfTypes = async (visit: SignedInVisit): Promise<readonly PaletteItem[]> => {
  const texts = textsFor(visit)
  const former = await formerOwners(visit)
  const types = (await loadTypes(visit)).filter(({ profile }) => !former.has(profile.owner))
  const labels = typeLabels(types)
  const labelOf = (type: Resource): string => labels.get(idOf(type)) ?? type.name
  return [
    ...types.map(
      (type): PaletteItem => ({
        group: 'do',
        label: filled(texts.copyLinkOf, { name: labelOf(type) }),
        hint: type.scheduling_url,
        copy: type.scheduling_url,
      }),
    ),
    { group: 'do', label: texts.newType, href: '/app/types/new' },
    ...types.map(
      (type): PaletteItem => ({
        group: 'go',
        label: labelOf(type),
        hint: texts.title,
        href: `/app/types/${idOf(type)}`,
      }),
    ),
  ]
}
