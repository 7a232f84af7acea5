import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  deleteEventType,
  giveEventType,
  grantEventTypePermission,
  setEventTypeHosts,
  withdrawEventTypePermission,
} from '#event-types/index.ts'
import { complaintsIn } from '#pages/complaints.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { editorPage, type Setup, setupOf } from './editor.ts'

type Changes = z.input<typeof configureEventType.input>
type Place = NonNullable<Changes['locations']>[number]
type Question = NonNullable<Changes['custom_questions']>[number]

/** A form that changes one of several: a place, a question, a host. What is refused is said where the form is, under `field`. */
const changing =
  (field: string, change: (visit: SignedInVisit, setup: Setup) => Promise<unknown>): ConsoleHandler =>
  async (visit) => {
    try {
      await change(visit, await setupOf(visit))
      return { to: `/app/types/${visit.params.id}` }
    } catch (error) {
      const [words] = Object.values(complaintsIn(visit.language, error))
      return editorPage(visit, { [field]: words ?? '' })
    }
  }

/** The words of a place go where its kind has them. */
export const placeIn = ({ form }: Pick<SignedInVisit, 'form'>): Place => {
  const kind = form.get('kind') as Place['kind']
  const text = form.get('text')?.trim() ?? ''
  if (kind === 'inbound_call') return { kind, phone_number: text }
  if (kind === 'physical' || kind === 'custom') return { kind, location: text }
  return (kind === 'ask_invitee' && text !== '' ? { kind, location: text } : { kind }) as Place
}

export const changePlaces = changing('locations', (visit, { event_type: type }) => {
  const places = type.locations ?? []
  const removed = visit.form.get('remove')
  const locations = removed === null ? [...places, placeIn(visit)] : places.filter((_, index) => index !== Number(removed))
  return run(visit, configureEventType, { uuid: visit.params.id ?? '', locations })
})

const questionIn = ({ form }: SignedInVisit): Question => {
  const type = form.get('type') as Question['type']
  const isSelect = type === 'single_select' || type === 'multi_select'
  const choices = (form.get('choices') ?? '').split('\n').map((line) => line.trim())
  return {
    ...{ name: form.get('name') ?? '', type, position: 0, enabled: true, required: form.get('required') === 'true' },
    ...{ answer_choices: isSelect ? choices.filter((line) => line !== '') : [], include_other: isSelect && form.get('include_other') === 'true' },
  }
}

const questionsAfter = (visit: SignedInVisit, before: readonly Question[]): Question[] => {
  const { form } = visit
  const index = form.get('index') === null ? before.length : Number(form.get('index'))
  if (form.get('act') === 'remove') return before.filter((_, at) => at !== index)
  const changed = before.map((question, at) => (at === index ? { ...question, ...questionIn(visit) } : question))
  if (index >= before.length) return [...before, questionIn(visit)]
  const moved = changed[index]
  if (form.get('act') !== 'up' || index === 0 || !moved) return changed
  return [...changed.slice(0, index - 1), moved, ...changed.filter((_, at) => at >= index - 1 && at !== index)]
}

export const changeQuestions = changing('custom_questions', (visit, { event_type: type }) => {
  const custom_questions = questionsAfter(visit, type.custom_questions).map((question, position) => ({ ...question, position }))
  return run(visit, configureEventType, { uuid: visit.params.id ?? '', custom_questions })
})

export const changeHosts = changing('hosts', (visit, { hosts }) => {
  const { form } = visit
  const user = form.get('user') ?? ''
  const others = hosts.map((host) => ({ user: host.user, priority: host.user === user && form.get('priority') ? Number(form.get('priority')) : host.priority }))
  const act = form.get('act')
  const wanted = act === 'add' ? [...others, { user }] : act === 'remove' ? others.filter((host) => host.user !== user) : others
  return run(visit, setEventTypeHosts, { uuid: visit.params.id ?? '', hosts: wanted })
})

/** A copy is taken back by deleting it. */
export const changeCopies = changing('copies', (visit, { copies }) => {
  const user = visit.form.get('user') ?? ''
  const copy = copies.find((one) => one.user === user)
  return visit.form.get('act') === 'remove'
    ? run(visit, deleteEventType, { uuid: copy === undefined ? '' : idOf(copy) })
    : run(visit, giveEventType, { uuid: visit.params.id ?? '', user })
})

export const changePermissions = changing('permissions', (visit, { event_type: type }) =>
  run(visit, visit.form.get('act') === 'remove' ? withdrawEventTypePermission : grantEventTypePermission, {
    event_type: type.uri,
    user: visit.form.get('user') ?? '',
  }),
)
