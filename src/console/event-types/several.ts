import { h } from 'preact'
import type { z } from 'zod'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { Problem } from '#contract/problem.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import { configureEventType, useAvailabilitySchedule } from '#event-types/index.ts'
import { complaintsIn, translated } from '#pages/complaints.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { SeveralPage, type SeveralProps } from '../../../web/console/event-types/several.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { spanChoices, usualBuffers, usualNotice } from './choices.ts'
import { loadTypes, mayChange, type Resource } from './list.ts'
import { placeIn } from './parts.ts'
import { textsFor } from './words.ts'

type Changes = Omit<z.input<typeof configureEventType.input>, 'uuid'>
type Outcome = NonNullable<SeveralProps['types'][number]['outcome']>

const chosenIn = async (visit: SignedInVisit, ids: readonly string[]): Promise<readonly Resource[]> =>
  (await loadTypes(visit)).filter((type) => ids.includes(idOf(type)) && mayChange(visit, type))

const fieldsFor = async (visit: SignedInVisit): Promise<SeveralProps['fields']> => {
  const { form, session, context, language } = visit
  const texts = textsFor(visit)
  const asItIs = { value: '', label: texts.several.asItIs }
  const schedules = await list(visit, listUserAvailabilitySchedules, { user: uriOf(context.links, 'users', session.userId) })
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

const pageOf = async (visit: SignedInVisit, types: readonly Resource[], outcomes: ReadonlyMap<string, Outcome> = new Map()): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const shown = types.map((type) => ({ id: idOf(type), name: type.name, color: type.color, outcome: outcomes.get(idOf(type)) }))
  const placeText = visit.form.get('text') ?? ''
  const content = h(SeveralPage, { texts, token: visit.formToken, types: shown, fields: await fieldsFor(visit), placeText })
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

export const showSeveral: ConsoleHandler = async (visit) => pageOf(visit, await chosenIn(visit, visit.query.getAll('type')))

/** Each type by itself: one that refuses does not keep the others from being changed. */
export const changeSeveral: ConsoleHandler = async (visit) => {
  const ids = visit.form.getAll('type')
  const changes = changesIn(visit)
  const schedule = visit.form.get('schedule') || undefined
  const outcomes = new Map<string, Outcome>()
  for (const type of await chosenIn(visit, ids)) outcomes.set(idOf(type), await change(visit, type, changes, schedule))
  return pageOf(visit, await chosenIn(visit, ids), outcomes)
}

const change = async (visit: SignedInVisit, { uri }: Resource, changes: Changes, schedule: string | undefined): Promise<Outcome> => {
  const { several } = textsFor(visit)
  const isChanged = Object.keys(changes).length > 0
  try {
    if (isChanged) await run(visit, configureEventType, { uuid: idOf({ uri }), ...changes })
    if (schedule !== undefined) await run(visit, useAvailabilitySchedule, { event_type: uri, schedule })
    return { isDone: true, words: isChanged || schedule !== undefined ? several.changed : several.asItIs }
  } catch (error) {
    return { isDone: false, words: refusalOf(visit, error) }
  }
}

const refusalOf = ({ language }: SignedInVisit, error: unknown): string => {
  if (error instanceof Problem && (error.kind.status === 403 || error.kind.status === 404)) return translated(language, error.message)
  return Object.values(complaintsIn(language, error)).join(' ')
}
