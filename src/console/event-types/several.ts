import { h } from 'preact'
import type { z } from 'zod'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { Problem } from '#contract/problem.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import {
  configureEventType,
  listEventTypeAvailabilitySchedules,
  updateEventTypeAvailabilitySchedule,
  useAvailabilitySchedule,
} from '#event-types/index.ts'
import { errorsIn, problemText } from '#pages/errors.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { mostInAddress, mostInForm, sealForUndo, unsealForUndo } from '../sealed.ts'
import { spanChoices, usualBuffers, usualNotice } from './choices.ts'
import { loadTypes, mayChange, type Resource } from './list.ts'
import { placeIn } from './parts.ts'
import { SeveralPage, type SeveralProps } from './several-view.tsx'
import { textsFor } from './texts.ts'

type Changes = Omit<z.input<typeof configureEventType.input>, 'uuid'>
type Outcome = NonNullable<SeveralProps['types'][number]['outcome']>
type OwnHours = NonNullable<z.input<typeof updateEventTypeAvailabilitySchedule.input>['availability_rule']>

/** What a type had before it was changed, of what was changed; its hours were a schedule, or its own. */
interface Before {
  readonly id: string
  readonly changes?: Changes
  readonly hours?: { readonly schedule: string } | { readonly own: OwnHours }
}

const sealedAs = 'several event types'

const chosenIn = async (visit: SignedInVisit, ids: readonly string[]): Promise<readonly Resource[]> =>
  (await loadTypes(visit)).filter((type) => ids.includes(idOf(type)) && mayChange(visit, type))

const fieldsFor = async (visit: SignedInVisit): Promise<SeveralProps['fields']> => {
  const { form, session, context, language } = visit
  const texts = textsFor(visit)
  const asItIs = { value: '', label: texts.several.asItIs }
  const schedules = await list(visit, listUserAvailabilitySchedules, {
    user: uriOf(context.links, 'users', session.userId),
  })
  const buffers = spanChoices(language.locale, usualBuffers, texts.none)
  const offered = {
    active: [
      { value: 'true', label: texts.on },
      { value: 'false', label: texts.off },
    ],
    schedule: schedules.map(({ uri, name }) => ({ value: uri, label: name })),
    notice: spanChoices(language.locale, usualNotice, texts.noNotice),
    before: buffers,
    after: buffers,
    kind: Object.entries(texts.places).map(([value, label]) => ({ value, label })),
  }
  const labels = {
    active: texts.several.canBeBooked,
    schedule: texts.useHours,
    notice: texts.notice,
    before: texts.before,
    after: texts.after,
    kind: texts.where,
  }
  return Object.entries(offered).map(([name, options]) => ({
    name,
    label: labels[name as keyof typeof labels],
    value: form.get(name) ?? '',
    options: [asItIs, ...options],
  }))
}

const pageOf = async (
  visit: SignedInVisit,
  types: readonly Resource[],
  outcomes: ReadonlyMap<string, Outcome | undefined> = new Map(),
  wrongPlace?: string,
): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const shown = types.map((type) => ({
    id: idOf(type),
    name: type.name,
    color: type.color,
    outcome: outcomes.get(idOf(type)),
  }))
  const placeText = visit.form.get('text') ?? ''
  const content = h(SeveralPage, {
    texts,
    token: visit.formToken,
    types: shown,
    fields: await fieldsFor(visit),
    placeText,
    wrongPlace,
  })
  return { title: texts.several.title, screen: 'event-types', content }
}

/** What is left as it is does not count. */
const changesIn = (visit: SignedInVisit): Changes => {
  const { form } = visit
  const given = (name: string): string | undefined => form.get(name) || undefined
  const [active, notice, before, after] = ['active', 'notice', 'before', 'after'].map(given)
  const rules = {
    ...(notice === undefined ? {} : { minimum_notice: Number(notice) }),
    ...(before === undefined ? {} : { buffer_before: Number(before) }),
    ...(after === undefined ? {} : { buffer_after: Number(after) }),
  }
  return {
    ...(active === undefined ? {} : { active: active === 'true' }),
    ...(given('kind') === undefined ? {} : { locations: [placeIn(visit)] }),
    ...(Object.keys(rules).length > 0 ? { scheduling_rules: rules } : {}),
  }
}

export const showSeveral: ConsoleHandler = async (visit) =>
  pageOf(visit, await chosenIn(visit, visit.query.getAll('type')))

/**
 * Each type by itself: one that refuses does not keep the others from being changed. What they were before goes with
 * Undo, if it is not too much.
 */
export const changeSeveral: ConsoleHandler = async (visit) => {
  if (visit.form.has('of')) return undoSeveral(visit)
  const ids = visit.form.getAll('type')
  if (visit.form.has('begin')) {
    const to = `/app/types/several?${new URLSearchParams(ids.map((id) => ['type', id]))}`
    // Of so many that an address has no room for them, the page has none of its own.
    return to.length > mostInAddress ? pageOf(visit, await chosenIn(visit, ids)) : { to }
  }
  const changes = changesIn(visit)
  const schedule = visit.form.get('schedule') || undefined
  const outcomes = new Map<string, Outcome | undefined>()
  const before: Before[] = []
  let wrongPlace: string | undefined
  for (const type of await chosenIn(visit, ids)) {
    const changed = await change(visit, type, changes, schedule)
    outcomes.set(idOf(type), changed.outcome)
    if (changed.before) before.push(changed.before)
    wrongPlace ??= changed.wrongPlace
  }
  const page = await pageOf(visit, await chosenIn(visit, ids), outcomes, wrongPlace)
  if (before.length === 0) return page
  const of = sealForUndo(visit, sealedAs, before, mostInForm)
  const text = counted(visit.language, before.length, textsFor(visit).several.done)
  return { ...page, toast: of === '' ? { text } : { text, undo: { action: '/app/types/several', fields: { of } } } }
}

interface Changed {
  /** Undefined when the place cannot be one, for this type or any other. */
  readonly outcome: Outcome | undefined
  readonly wrongPlace?: string | undefined
  /** Undefined when nothing was changed. */
  readonly before?: Before
}

const change = async (
  visit: SignedInVisit,
  type: Resource,
  changes: Changes,
  schedule: string | undefined,
): Promise<Changed> => {
  const { several } = textsFor(visit)
  const id = idOf(type)
  let before: Before | undefined
  try {
    if (Object.keys(changes).length > 0) {
      await run(visit, configureEventType, { uuid: id, ...changes })
      before = { id, changes: valuesBefore(type, changes) }
    }
    if (schedule !== undefined) {
      const hours = await hoursBefore(visit, type)
      await run(visit, useAvailabilitySchedule, { event_type: type.uri, schedule })
      before = { id, ...before, ...(hours ? { hours } : {}) }
    }
    return {
      outcome: { isDone: true, words: before ? several.changed : several.asItIs },
      ...(before ? { before } : {}),
    }
  } catch (error) {
    const wrongPlace = wrongPlaceIn(visit, error)
    return {
      outcome: wrongPlace === undefined ? { isDone: false, words: refusalOf(visit, error) } : undefined,
      wrongPlace,
      ...(before ? { before } : {}),
    }
  }
}

const valuesBefore = ({ active, locations, scheduling_rules: rules }: Resource, changes: Changes): Changes => ({
  ...(changes.active === undefined ? {} : { active }),
  ...(changes.locations === undefined ? {} : { locations: locations ?? [] }),
  ...(changes.scheduling_rules === undefined
    ? {}
    : {
        scheduling_rules: Object.fromEntries(
          Object.keys(changes.scheduling_rules).map((name) => [name, rules[name as keyof typeof rules]]),
        ),
      }),
})

/** Of the user's own part in it: the schedules they choose from are their own. */
const hoursBefore = async (visit: SignedInVisit, { uri }: Resource): Promise<Before['hours']> => {
  const user = uriOf(visit.context.links, 'users', visit.session.userId)
  const own = (await listAll(visit, listEventTypeAvailabilitySchedules, { event_type: uri })).find(
    (one) => one.user === user,
  )
  if (!own) return undefined
  const { uri: used, timezone, rules } = own.availability_rule
  return used === own.uri ? { own: { timezone, rules: rules as OwnHours['rules'], user } } : { schedule: used }
}

/** Each type gets back what it had, of what was changed. */
const undoSeveral: ConsoleHandler = async (visit) => {
  const { several } = textsFor(visit)
  const outcomes = new Map<string, Outcome>()
  for (const before of unsealForUndo<readonly Before[]>(visit, sealedAs)) {
    outcomes.set(
      before.id,
      await giveBack(visit, before).then(
        () => ({ isDone: true, words: several.asBefore }),
        (error) => ({ isDone: false, words: refusalOf(visit, error) }),
      ),
    )
  }
  return pageOf(visit, await chosenIn(visit, [...outcomes.keys()]), outcomes)
}

const giveBack = async (visit: SignedInVisit, { id, changes, hours }: Before): Promise<void> => {
  const type = uriOf(visit.context.links, 'event_types', id)
  if (changes) await run(visit, configureEventType, { uuid: id, ...changes })
  if (hours && 'schedule' in hours)
    await run(visit, useAvailabilitySchedule, { event_type: type, schedule: hours.schedule })
  if (hours && 'own' in hours)
    await run(visit, updateEventTypeAvailabilitySchedule, { event_type: type, availability_rule: hours.own })
}

const wrongPlaceIn = ({ language }: SignedInVisit, error: unknown): string | undefined =>
  error instanceof Problem && error.kind.status === 400
    ? Object.entries(errorsIn(language, error)).find(([parameter]) => parameter.startsWith('locations'))?.[1]
    : undefined

const refusalOf = ({ language }: SignedInVisit, error: unknown): string => {
  if (error instanceof Problem && (error.kind.status === 403 || error.kind.status === 404))
    return problemText(language, error)
  return Object.values(errorsIn(language, error)).join(' ')
}
