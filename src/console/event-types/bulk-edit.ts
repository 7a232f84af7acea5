import { h } from 'preact'
import type { z } from 'zod'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { Problem } from '#contract/problem.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import {
  configureEventType,
  getEventTypeSetup,
  listEventTypeAvailabilitySchedules,
  listLocations,
  updateEventTypeAvailabilitySchedule,
  useAvailabilitySchedule,
} from '#event-types/index.ts'
import { errorsIn, FormError, problemText } from '#pages/errors.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { type Option, optionsOf } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { mostInAddress, mostInForm, sealForUndo, unsealForUndo } from '../sealed.ts'
import { BulkEditPage, type BulkEditProps } from './bulk-edit-view.tsx'
import { loadTypes, mayChange, type Resource } from './list.ts'
import { hostsWithoutLink } from './location-list.tsx'
import { locationIn } from './parts.ts'
import { type Changes, merged, type SettingsView, settings } from './settings.tsx'
import { textsFor } from './texts.ts'

type Outcome = NonNullable<BulkEditProps['types'][number]['outcome']>
type OwnHours = NonNullable<z.input<typeof updateEventTypeAvailabilitySchedule.input>['availability_rule']>

/** The earlier values of what was changed in a type; its hours were a schedule, or its own. */
interface Before {
  readonly id: string
  readonly changes?: Changes
  readonly hours?: { readonly schedule: string } | { readonly own: OwnHours }
}

const sealedAs = 'several event types'

const chosenIn = async (visit: SignedInVisit, ids: readonly string[]): Promise<readonly Resource[]> =>
  (await loadTypes(visit)).filter((type) => ids.includes(idOf(type)) && mayChange(visit, type))

const bulkSettings = settings.filter(({ inBulk }) => inBulk)

/** The fields besides the location. Nothing is chosen at first: then the setting keeps its value. */
const fieldsFor = async (visit: SignedInVisit): Promise<BulkEditProps['fields']> => {
  const { form, session, context, language } = visit
  const texts = textsFor(visit)
  const schedules = await list(visit, listUserAvailabilitySchedules, {
    user: uriOf(context.links, 'users', session.userId),
  })
  const view: SettingsView = {
    ...{ texts, language, values: {} },
    schedules: schedules.map(({ uri, name }) => ({ value: uri, label: name })),
  }
  const active = [
    { value: 'true', label: texts.on },
    { value: 'false', label: texts.off },
  ]
  return [
    { name: 'active', label: texts.bulk.status, options: active },
    ...bulkSettings.flatMap(({ name, label, control }) =>
      control.kind === 'select' ? [{ name, label: label(texts), options: control.options(view) }] : [],
    ),
    { name: 'kind', label: texts.location, options: await kindOptions(visit) },
  ].map(({ name, label, options }) => ({
    ...{ name, label, value: form.get(name) ?? '' },
    options: [{ value: '', label: texts.bulk.noChange }, ...options],
  }))
}

/** Which of them give the user's meetings a link. */
const kindOptions = async (visit: SignedInVisit): Promise<Option[]> => {
  const texts = textsFor(visit)
  const user = uriOf(visit.context.links, 'users', visit.session.userId)
  const linked = (await list(visit, listLocations, { user })).flatMap(({ kind, connected }) =>
    connected ? [kind] : [],
  )
  return optionsOf(texts.locations).map(({ value, label }) =>
    !value.endsWith('_conference') || linked.some((kind) => kind === value)
      ? { value, label }
      : { value, label: `${label} (${texts.notConnected})` },
  )
}

const pageOf = async (
  visit: SignedInVisit,
  types: readonly Resource[],
  outcomes: ReadonlyMap<string, Outcome | undefined> = new Map(),
  locationError?: string,
): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const shown = types.map((type) => ({
    id: idOf(type),
    name: type.name,
    color: type.color,
    outcome: outcomes.get(idOf(type)),
  }))
  const content = h(BulkEditPage, {
    ...{ texts, token: visit.formToken, types: shown, fields: await fieldsFor(visit), locationError },
    applyText: counted(visit.language, types.length, texts.bulk.apply),
    location: visit.form.get('text') ?? '',
  })
  return { title: texts.bulk.title, screen: 'event-types', content }
}

/** Of what was chosen. */
const changesIn = (visit: SignedInVisit, type: Resource): Changes => {
  const { form } = visit
  const isGiven = (name: string): boolean => Boolean(form.get(name))
  return merged([
    ...(isGiven('active') ? [{ active: form.get('active') === 'true' }] : []),
    ...(isGiven('kind') ? [{ locations: [locationIn(visit)] }] : []),
    ...bulkSettings.filter(({ name }) => isGiven(name)).map((setting) => setting.write(form, type, textsFor(visit))),
  ])
}

export const showBulkEdit: ConsoleHandler = async (visit) =>
  pageOf(visit, await chosenIn(visit, visit.query.getAll('type')))

/**
 * Each type by itself: one that refuses does not keep the others from being changed. What they were before goes with
 * Undo, if it is not too much.
 */
export const applyBulkEdit: ConsoleHandler = async (visit) => {
  if (visit.form.has('of')) return undoBulkEdit(visit)
  const ids = visit.form.getAll('type')
  if (visit.form.has('begin')) {
    const to = `/app/types/bulk?${new URLSearchParams(ids.map((id) => ['type', id]))}`
    // Of so many that an address has no room for them, the page has none of its own.
    return to.length > mostInAddress ? pageOf(visit, await chosenIn(visit, ids)) : { to }
  }
  const outcomes = new Map<string, Outcome | undefined>()
  const before: Before[] = []
  let locationError: string | undefined
  for (const type of await chosenIn(visit, ids)) {
    const changed = await change(visit, type)
    outcomes.set(idOf(type), changed.outcome)
    if (changed.before) before.push(changed.before)
    locationError ??= changed.locationError
  }
  const page = await pageOf(visit, await chosenIn(visit, ids), outcomes, locationError)
  if (before.length === 0) return page
  const of = sealForUndo(visit, sealedAs, before, mostInForm)
  const text = counted(visit.language, before.length, textsFor(visit).bulk.done)
  return { ...page, toast: of === '' ? { text } : { text, undo: { action: '/app/types/bulk', fields: { of } } } }
}

interface Changed {
  /** Undefined when the location is wrong for every type. */
  readonly outcome: Outcome | undefined
  readonly locationError?: string | undefined
  /** Undefined when nothing was changed. */
  readonly before?: Before
}

const change = async (visit: SignedInVisit, type: Resource): Promise<Changed> => {
  const { bulk } = textsFor(visit)
  const { schedule, ...changes } = changesIn(visit, type)
  const id = idOf(type)
  let before: Before | undefined
  try {
    if (Object.keys(changes).length > 0) {
      await checkLinks(visit, id, changes)
      await run(visit, configureEventType, { uuid: id, ...changes })
      before = { id, changes: valuesBefore(type, changes) }
    }
    if (schedule !== undefined) {
      const hours = await hoursBefore(visit, type)
      await run(visit, useAvailabilitySchedule, { event_type: type.uri, schedule })
      before = { id, ...before, ...(hours ? { hours } : {}) }
    }
    return {
      outcome: { isDone: true, text: before ? bulk.updated : bulk.noChange },
      ...(before ? { before } : {}),
    }
  } catch (error) {
    const locationError = locationErrorIn(visit, error)
    return {
      outcome: locationError === undefined ? { isDone: false, text: refusalOf(visit, error) } : undefined,
      locationError,
      ...(before ? { before } : {}),
    }
  }
}

/** There is no field for a link here: a conference is only for types whose hosts all have one. */
const checkLinks = async (visit: SignedInVisit, uuid: string, { locations }: Changes): Promise<void> => {
  const kind = locations?.[0]?.kind
  if (!kind?.endsWith('_conference')) return
  const hosts = hostsWithoutLink(await run(visit, getEventTypeSetup, { uuid }), kind)
  if (hosts.length > 0) throw new FormError({ kind: filled(textsFor(visit).noLinkFor, { hosts: hosts.join(', ') }) })
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
const undoBulkEdit: ConsoleHandler = async (visit) => {
  const { bulk } = textsFor(visit)
  const outcomes = new Map<string, Outcome>()
  for (const before of unsealForUndo<readonly Before[]>(visit, sealedAs)) {
    outcomes.set(
      before.id,
      await restore(visit, before).then(
        () => ({ isDone: true, text: bulk.restored }),
        (error) => ({ isDone: false, text: refusalOf(visit, error) }),
      ),
    )
  }
  return pageOf(visit, await chosenIn(visit, [...outcomes.keys()]), outcomes)
}

const restore = async (visit: SignedInVisit, { id, changes, hours }: Before): Promise<void> => {
  const type = uriOf(visit.context.links, 'event_types', id)
  if (changes) await run(visit, configureEventType, { uuid: id, ...changes })
  if (hours && 'schedule' in hours)
    await run(visit, useAvailabilitySchedule, { event_type: type, schedule: hours.schedule })
  if (hours && 'own' in hours)
    await run(visit, updateEventTypeAvailabilitySchedule, { event_type: type, availability_rule: hours.own })
}

const locationErrorIn = ({ language }: SignedInVisit, error: unknown): string | undefined =>
  error instanceof Problem && error.kind.status === 400
    ? Object.entries(errorsIn(language, error)).find(([parameter]) => parameter.startsWith('locations'))?.[1]
    : undefined

const refusalOf = ({ language }: SignedInVisit, error: unknown): string => {
  if (error instanceof Problem && (error.kind.status === 403 || error.kind.status === 404))
    return problemText(language, error)
  return Object.values(errorsIn(language, error)).join(' ')
}
