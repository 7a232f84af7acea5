import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  deleteEventType,
  duplicateEventType,
  getEventTypeSetup,
  moveEventType,
  restoreEventType,
} from '#event-types/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { undoable } from '../undo-seal.ts'
import { isShared, loadTypes } from './list.ts'
import { textsFor } from './texts.ts'

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

/** Back to where the form was: the list, or the type itself. */
const back = (
  visit: SignedInVisit,
  done: string,
  more: Readonly<Record<string, string>> = {},
): { readonly to: string } => {
  const path = visit.query.get('from') === 'editor' ? `/app/types/${idIn(visit)}` : '/app'
  return undoable(visit, path, { done, of: idIn(visit), ...more })
}

export const switchType: ConsoleHandler = async (visit) => {
  const active = visit.form.get('active') === 'true'
  await run(visit, configureEventType, { uuid: idIn(visit), active })
  return back(visit, active ? 'on' : 'off')
}

/**
 * `before` is the id that follows it then; or `direction` moves it by one among those of its owner that are listed with
 * it.
 */
export const moveType: ConsoleHandler = async (visit) => {
  const types = await loadTypes(visit)
  const moved = types.find((type) => idOf(type) === idIn(visit))
  const owned = types.filter(({ profile }) => profile.owner === moved?.profile.owner)
  const listed = owned.filter((type) => isShared(type) === (moved !== undefined && isShared(moved))).map(idOf)
  const index = listed.indexOf(idIn(visit))
  const direction = visit.form.get('direction')
  const before =
    direction === 'up'
      ? listed[Math.max(0, index - 1)]
      : direction === 'down'
        ? listed[index + 2]
        : visit.form.get('before') || undefined
  await run(visit, moveEventType, { uuid: idIn(visit), before: before ?? null })
  const order = owned.map(idOf)
  return back(visit, 'moved', { was: order[order.indexOf(idIn(visit)) + 1] ?? '' })
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
  return undoable(visit, '/app', { done: 'deleted', of: idIn(visit), was: event_type.active ? 'on' : 'off' })
}

export const restoreType: ConsoleHandler = async (visit) => {
  await run(visit, restoreEventType, { uuid: idIn(visit), active: visit.form.get('active') === 'true' })
  return back(visit, 'restored')
}
