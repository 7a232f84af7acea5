import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { missing } from '#contract/problem.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import {
  configureEventType,
  deleteEventType,
  getEventTypeSetup,
  giveEventType,
  grantEventTypePermission,
  restoreEventType,
  setConferenceLink,
  setEventTypeHosts,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import { errorsIn, FormError } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { sealForUndo, unsealForUndo } from '../sealed.ts'
import { undoable } from '../undo-seal.ts'
import { editorPage, setupOf } from './editor.ts'
import { hostsWithoutLink, locationError } from './location-list.tsx'
import { questionError } from './question-list.tsx'
import type { EventTypeSetup } from './settings.tsx'
import { textsFor } from './texts.ts'

type Changes = z.input<typeof configureEventType.input>
type Location = NonNullable<Changes['locations']>[number]
type Question = NonNullable<Changes['custom_questions']>[number]
type Host = z.input<typeof setEventTypeHosts.input>['hosts'][number]

/** One of several that was removed; and at which index it stood, where they have an order. */
type Removed =
  | { readonly part: 'locations'; readonly at: number; readonly removed: Location }
  | { readonly part: 'custom_questions'; readonly at: number; readonly removed: Question }
  | { readonly part: 'hosts'; readonly removed: Host }
  | { readonly part: 'permissions'; readonly user: string }
  | { readonly part: 'copies'; readonly copy: string; readonly active: boolean }

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''
const sealedAs = (visit: SignedInVisit): string => `part of event type ${idIn(visit)}`

/**
 * A form that changes one of several: a location, a question, a host. Errors are shown at the form, under `field`.
 * Gives what the form has removed, if anything, for Undo.
 */
const changing =
  (
    field: string | ((visit: SignedInVisit, parameter: string) => string),
    change: (visit: SignedInVisit, setup: EventTypeSetup) => Promise<Removed | undefined>,
  ): ConsoleHandler =>
  async (visit) => {
    try {
      const removed = await change(visit, await setupOf(visit))
      const path = `/app/types/${idIn(visit)}`
      if (!removed) return { to: path }
      return undoable(visit, path, {
        done: 'removed',
        of: idIn(visit),
        was: sealForUndo(visit, sealedAs(visit), removed),
      })
    } catch (error) {
      const [[parameter, text] = ['', '']] = Object.entries(errorsIn(visit.language, error))
      return editorPage(visit, { [typeof field === 'string' ? field : field(visit, parameter)]: text })
    }
  }

/** The text goes where locations of its kind have it. */
export const locationIn = ({ form }: Pick<SignedInVisit, 'form'>): Location => {
  const kind = form.get('kind') as Location['kind']
  const text = form.get('text')?.trim() ?? ''
  if (kind === 'inbound_call') return { kind, phone_number: text }
  if (kind === 'physical' || kind === 'custom') return { kind, location: text }
  return (kind === 'ask_invitee' && text !== '' ? { kind, location: text } : { kind }) as Location
}

/** The index of the location that a form is about; undefined for a new one. */
const locationOf = ({ query }: SignedInVisit): number | undefined =>
  query.has('of') ? Number(query.get('of')) : undefined

/** What the form does not show is kept, unless the kind changes. */
const edited = (before: Location, after: Location): Location =>
  before.kind === after.kind && 'additional_info' in before
    ? ({ ...after, additional_info: before.additional_info } as Location)
    : after

/** Meetings could not be joined with hosts who have no link: they get the one that was entered. */
const connectHosts = async (visit: SignedInVisit, setup: EventTypeSetup, kind: Location['kind']): Promise<void> => {
  const conference = setup.conferences.find((one) => one.kind === kind)
  if (!conference || conference.hosts_without_link.length === 0) return
  const texts = textsFor(visit)
  const self = uriOf(visit.context.links, 'users', visit.session.userId)
  if (!isAdmin(visit.session) && conference.hosts_without_link.some((user) => user !== self))
    throw new FormError({ url: filled(texts.noLinkFor, { hosts: hostsWithoutLink(setup, kind).join(', ') }) })
  const url = visit.form.get('url')?.trim() ?? ''
  if (url === '') throw new FormError({ url: texts.conferenceLinkMissing })
  for (const user of conference.hosts_without_link)
    await run(visit, setConferenceLink, { user, kind: conference.kind, url })
}

export const changeLocations = changing(
  (visit) => locationError(locationOf(visit)),
  async (visit, setup) => {
    const { event_type: type } = setup
    const before = type.locations ?? []
    const uuid = idIn(visit)
    if (visit.form.has('remove')) {
      const at = Number(visit.form.get('remove'))
      const removed = before[at]
      if (!removed) throw missing()
      await run(visit, configureEventType, { uuid, locations: before.filter((_, index) => index !== at) })
      return { part: 'locations', at, removed }
    }
    const at = locationOf(visit)
    if (at !== undefined && !before[at]) throw missing()
    const location = locationIn(visit)
    await connectHosts(visit, setup, location.kind)
    const locations =
      at === undefined
        ? [...before, location]
        : before.map((one, index) => (index === at ? edited(one, location) : one))
    await run(visit, configureEventType, { uuid, locations })
    return undefined
  },
)

const questionIn = ({ form }: SignedInVisit): Question => {
  const type = form.get('type') as Question['type']
  const isSelect = type === 'single_select' || type === 'multi_select'
  const choices = (form.get('choices') ?? '').split('\n').map((line) => line.trim())
  return {
    ...{ name: form.get('name') ?? '', type, position: 0, enabled: true, required: form.get('required') === 'true' },
    ...{
      answer_choices: isSelect ? choices.filter((line) => line !== '') : [],
      include_other: isSelect && form.get('include_other') === 'true',
    },
  }
}

/** Which one a form is about: questions are known by their text. Undefined for a new one. */
const questionOf = ({ query }: SignedInVisit): string | undefined => query.get('of') ?? undefined

const indexIn = (visit: SignedInVisit, questions: readonly Question[]): number => {
  const of = questionOf(visit)
  if (of === undefined) return questions.length
  const index = questions.findIndex(({ name }) => name === of)
  if (index < 0) throw missing()
  return index
}

const questionsAfter = (visit: SignedInVisit, before: readonly Question[], index: number): Question[] => {
  const { form } = visit
  if (form.get('act') === 'remove') return before.filter((_, at) => at !== index)
  const changed = before.map((question, at) => (at === index ? { ...question, ...questionIn(visit) } : question))
  if (index >= before.length) return [...before, questionIn(visit)]
  const to = index + ({ up: -1, down: 1 }[form.get('act') ?? ''] ?? 0)
  const [moved, other] = [changed[index], changed[to]]
  if (to === index || !moved || !other) return changed
  return changed.with(index, other).with(to, moved)
}

const inPosition = (questions: readonly Question[]): Question[] =>
  questions.map((question, position) => ({ ...question, position }))

const questionField = (visit: SignedInVisit, parameter: string): string =>
  questionError(questionOf(visit), parameter.includes('answer_choices') ? 'choices' : 'name')

export const changeQuestions = changing(questionField, async (visit, { event_type: type }) => {
  const at = indexIn(visit, type.custom_questions)
  await run(visit, configureEventType, {
    uuid: idIn(visit),
    custom_questions: inPosition(questionsAfter(visit, type.custom_questions, at)),
  })
  const removed = visit.form.get('act') === 'remove' ? type.custom_questions[at] : undefined
  return removed && { part: 'custom_questions', at, removed }
})

export const changeHosts = changing('hosts', async (visit, { hosts }) => {
  const { form } = visit
  const user = visit.query.get('user') ?? form.get('user') ?? ''
  const others = hosts.map((host) => ({
    user: host.user,
    priority: host.user === user && form.get('priority') ? Number(form.get('priority')) : host.priority,
  }))
  const act = form.get('act')
  const wanted =
    act === 'add' ? [...others, { user }] : act === 'remove' ? others.filter((host) => host.user !== user) : others
  await run(visit, setEventTypeHosts, { uuid: idIn(visit), hosts: wanted })
  const removed = act === 'remove' ? others.find((host) => host.user === user) : undefined
  return removed && { part: 'hosts', removed }
})

/** A copy is taken back by deleting it. */
export const changeCopies = changing('copies', async (visit, { copies }) => {
  const user = visit.form.get('user') ?? ''
  const found = copies.find((one) => one.user === user)
  const copy = found === undefined ? '' : idOf(found)
  if (visit.form.get('act') !== 'remove') {
    await run(visit, giveEventType, { uuid: idIn(visit), user })
    return undefined
  }
  const { active } = (await run(visit, getEventTypeSetup, { uuid: copy })).event_type
  await run(visit, deleteEventType, { uuid: copy })
  return { part: 'copies', copy, active }
})

export const changePermissions = changing('permissions', async (visit, { event_type: type }) => {
  const user = visit.form.get('user') ?? ''
  const isRemoved = visit.form.get('act') === 'remove'
  await run(visit, isRemoved ? withdrawEventTypePermission : grantEventTypePermission, { event_type: type.uri, user })
  return isRemoved ? { part: 'permissions', user } : undefined
})

const putBack = (visit: SignedInVisit, { event_type: type, hosts }: EventTypeSetup, was: Removed): Promise<unknown> => {
  const uuid = idIn(visit)
  switch (was.part) {
    case 'locations':
      return run(visit, configureEventType, { uuid, locations: withInserted(type.locations ?? [], was) })
    case 'custom_questions':
      return run(visit, configureEventType, {
        uuid,
        custom_questions: inPosition(withInserted(type.custom_questions, was)),
      })
    case 'hosts':
      return run(visit, setEventTypeHosts, {
        uuid,
        hosts: [...hosts.map(({ user, priority }) => ({ user, priority })), was.removed],
      })
    case 'permissions':
      return run(visit, grantEventTypePermission, { event_type: type.uri, user: was.user })
    case 'copies':
      return run(visit, restoreEventType, { uuid: was.copy, active: was.active })
  }
}

const withInserted = <Part>(
  parts: readonly Part[],
  { at, removed }: { readonly at: number; readonly removed: Part },
): Part[] => [...parts.slice(0, at), removed, ...parts.slice(at)]

/** Puts back what was removed. */
export const undoRemoval: ConsoleHandler = (visit) => {
  const was = unsealForUndo<Removed>(visit, sealedAs(visit))
  return changing(was.part, async (_, setup) => {
    await putBack(visit, setup, was)
    return undefined
  })(visit)
}
