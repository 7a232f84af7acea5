import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  deleteEventType,
  duplicateEventType,
  getEventTypeSetup,
  listEventTypes,
  moveEventType,
  restoreEventType,
} from '#event-types/index.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '../../../web/booking/words.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { textsFor } from './words.ts'

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

/** Back to where the form was: the list, or the type itself. */
const back = (visit: SignedInVisit, done: string, more: Readonly<Record<string, string>> = {}): { readonly to: string } => {
  const path = visit.query.get('from') === 'editor' ? `/app/types/${idIn(visit)}` : '/app'
  return { to: `${path}?${new URLSearchParams({ done, of: idIn(visit), ...more })}` }
}

export const switchType: ConsoleHandler = async (visit) => {
  const active = visit.form.get('active') === 'true'
  await run(visit, configureEventType, { uuid: idIn(visit), active })
  return back(visit, active ? 'on' : 'off')
}

/** `before` is the id that follows it then; or `direction` moves it by one among those of its owner. */
export const moveType: ConsoleHandler = async (visit) => {
  const types = await listAll(visit, listEventTypes, { sort: 'position:asc' })
  const owner = types.find((type) => idOf(type) === idIn(visit))?.profile.owner
  const ids = types.filter(({ profile, type }) => profile.owner === owner && type === 'StandardEventType').map(idOf)
  const index = ids.indexOf(idIn(visit))
  const direction = visit.form.get('direction')
  const before = direction === 'up' ? ids[Math.max(0, index - 1)] : direction === 'down' ? ids[index + 2] : visit.form.get('before') || undefined
  await run(visit, moveEventType, { uuid: idIn(visit), before: before ?? null })
  return back(visit, 'moved', { was: ids[index + 1] ?? '' })
}

export const duplicateType: ConsoleHandler = async (visit) => {
  const { event_type } = await run(visit, getEventTypeSetup, { uuid: idIn(visit) })
  const name = filled(textsFor(visit).copyName, { name: event_type.name })
  const copy = await run(visit, duplicateEventType, { uuid: idIn(visit), name: [...name].slice(0, 55).join('') })
  return { to: `/app/types/${idOf(copy)}?${new URLSearchParams({ done: 'duplicated', of: idOf(copy) })}` }
}

export const deleteType: ConsoleHandler = async (visit) => {
  const { event_type } = await run(visit, getEventTypeSetup, { uuid: idIn(visit) })
  await run(visit, deleteEventType, { uuid: idIn(visit) })
  return { to: `/app?${new URLSearchParams({ done: 'deleted', of: idIn(visit), was: event_type.active ? 'on' : 'off' })}` }
}

export const restoreType: ConsoleHandler = async (visit) => {
  await run(visit, restoreEventType, { uuid: idIn(visit), active: visit.form.get('active') === 'true' })
  return back(visit, 'restored')
}
