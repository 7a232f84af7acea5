import { h } from 'preact'
import { missing } from '#contract/problem.ts'
import { idInUri } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { asTyped } from '#platform/rich-text.ts'
import {
  deleteRoutingForm,
  getRoutingFormSetup,
  publishRoutingForm,
  restoreRoutingForm,
  tryRoutingForm,
  unpublishRoutingForm,
  updateRoutingForm,
} from '#routing/index.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { formerOwners } from '../event-types/list.ts'
import { sealForUndo, unsealForUndo } from '../sealed.ts'
import { typeLabels } from '../type-labels.ts'
import { undoable } from '../undo-seal.ts'
import { FormEditor } from './editor-view.tsx'
import { movedUp, sentDestination, sentQuestion, sentRule } from './sent.ts'
import {
  type Destination,
  destinationText,
  keysOf,
  type RoutingFormSetup,
  type Rule,
  ruleText,
  type TypeNames,
  textsFor,
  toastOf,
} from './texts.ts'

type Part = 'name' | 'questions' | 'rules' | 'fallback' | 'status' | 'try'

/** A refused change, shown as it was submitted. */
interface Refused {
  readonly part: Part
  readonly errors: FieldErrors
  readonly attempt: Partial<RoutingFormSetup>
}

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

/** A new question or rule has no position yet. */
const isAdding = ({ params, target }: SignedInVisit): boolean =>
  params.question === undefined && params.rule === undefined && /\/(?:questions|rules)$/.test(target)

/**
 * Of all types that a form can lead to; those for one meeting have no page, and those of former members cannot be
 * booked.
 */
export const loadTypeNames = async (visit: SignedInVisit): Promise<TypeNames> => {
  const types = await listAll(visit, listEventTypes, { organization: visit.session.organizationId })
  const former = await formerOwners(visit)
  return typeLabels(types.filter(({ type, profile }) => type === 'StandardEventType' && !former.has(profile.owner)))
}

const editorPage = async (visit: SignedInVisit, refused?: Refused, outcome?: Destination): Promise<ConsolePage> => {
  const stored = await run(visit, getRoutingFormSetup, { uuid: idIn(visit) })
  const form = { ...stored, ...refused?.attempt }
  const names = await loadTypeNames(visit)
  const texts = textsFor(visit)
  const stands = keysOf(stored.rules)
  // A rule whose move up was refused is shown at its new position.
  const keys =
    refused?.attempt.rules && visit.form.get('act') === 'up' ? movedUp(stands, ruleAt(visit, stored.rules)) : stands
  const shown = (destination: Destination): Destination => {
    if (destination.type === 'event_type') return { ...destination, value: idInUri(destination.value) }
    if (destination.type === 'external_url') return destination
    return { ...destination, value: { ...destination.value, body: asTyped(destination.value.body) } }
  }
  return {
    title: stored.name,
    status: refused === undefined ? 200 : 400,
    screen: 'routing-forms',
    toast: toastOf(visit),
    content: h(FormEditor, {
      texts,
      token: visit.formToken,
      form: {
        id: idIn(visit),
        name: form.name,
        status: stored.status,
        address: stored.form_url,
        questions: form.questions,
        rules: form.rules.map((rule, at) => ({
          ...rule,
          key: keys[at] ?? '',
          destination: shown(rule.destination),
          text: ruleText(texts, rule, form.questions, names),
        })),
        fallback: shown(form.fallback),
        otherwise: filled(texts.rules.otherwise, { destination: destinationText(texts, form.fallback, names) }),
      },
      eventTypes: [...names].map(([id, name]) => ({ id, name })),
      refused: refused && { part: refused.part, errors: refused.errors },
      newQuestion: refused?.part === 'questions' && isAdding(visit) ? sentQuestion(visit) : undefined,
      newRule: refused?.part === 'rules' && isAdding(visit) ? sentRule(visit) : undefined,
      answers: refused?.part === 'try' || outcome ? Object.fromEntries(visit.form) : {},
      outcome: outcome && filled(texts.tryOut.leads, { destination: destinationText(texts, outcome, names) }),
    }),
  }
}

export const showForm: ConsoleHandler = (visit) => editorPage(visit)

/** Changes a part of the form. A refused change is shown there, as it was submitted. */
const changing =
  (
    part: Part,
    attemptOf: (form: RoutingFormSetup, visit: SignedInVisit) => Partial<RoutingFormSetup>,
  ): ConsoleHandler =>
  async (visit) => {
    const before = await run(visit, getRoutingFormSetup, { uuid: idIn(visit) })
    const attempt = attemptOf(before, visit)
    try {
      await run(visit, updateRoutingForm, { uuid: idIn(visit), ...attempt })
      const was = sealForUndo(visit, `${part} of ${idIn(visit)}`, { [part]: before[part as keyof RoutingFormSetup] })
      return undoable(visit, `/app/forms/${idIn(visit)}`, { done: 'saved', of: part, was })
    } catch (error) {
      return editorPage(visit, {
        part,
        errors: errorsIn(visit.language, error),
        attempt: isAdding(visit) ? {} : attempt,
      })
    }
  }

export const saveName = changing('name', (_, { form }) => ({ name: form.get('name') ?? '' }))

export const addQuestion = changing('questions', ({ questions }, visit) => ({
  questions: [...questions, sentQuestion(visit) as RoutingFormSetup['questions'][number]],
}))

/** Saves, moves, or removes a question, depending on the button. */
export const changeQuestion = changing('questions', ({ questions }, visit) => {
  const at = questions.findIndex(({ uuid }) => uuid === visit.params.question)
  const act = visit.form.get('act')
  if (at < 0) return { questions }
  if (act === 'remove') return { questions: questions.filter((_, index) => index !== at) }
  const changed = questions.map((question, index) =>
    index === at ? { uuid: question.uuid, ...sentQuestion(visit) } : question,
  )
  return { questions: act === 'up' ? movedUp(changed, at) : changed }
})

export const addRule = changing('rules', ({ rules }, visit) => ({ rules: [...rules, sentRule(visit)] }))

const ruleAt = ({ params }: SignedInVisit, rules: readonly Rule[]): number => {
  const at = keysOf(rules).indexOf(params.rule ?? '')
  if (at < 0) throw missing()
  return at
}

export const changeRule = changing('rules', ({ rules }, visit) => {
  const at = ruleAt(visit, rules)
  const act = visit.form.get('act')
  if (act === 'remove') return { rules: rules.filter((_, index) => index !== at) }
  const changed = rules.map((rule, index) => (index === at ? sentRule(visit) : rule))
  return { rules: act === 'up' ? movedUp(changed, at) : changed }
})

export const saveFallback = changing('fallback', (_, visit) => ({ fallback: sentDestination(visit) }))

export const setStatus: ConsoleHandler = async (visit) => {
  const isPublished = visit.form.get('status') === 'published'
  try {
    await run(visit, isPublished ? publishRoutingForm : unpublishRoutingForm, { uuid: idIn(visit) })
    return undoable(visit, `/app/forms/${idIn(visit)}`, { done: isPublished ? 'published' : 'unpublished' })
  } catch (error) {
    const { questions, ...others } = errorsIn(visit.language, error)
    const errors = questions === undefined ? others : { questions: textsFor(visit).questions.none, ...others }
    return editorPage(visit, { part: 'status', errors, attempt: {} })
  }
}

export const tryForm: ConsoleHandler = async (visit) => {
  const { form_token: _, ...answers } = Object.fromEntries(visit.form)
  try {
    return await editorPage(visit, undefined, await run(visit, tryRoutingForm, { uuid: idIn(visit), answers }))
  } catch (error) {
    return editorPage(visit, { part: 'try', errors: errorsIn(visit.language, error), attempt: {} })
  }
}

export const removeForm: ConsoleHandler = async (visit) => {
  const { status } = await run(visit, getRoutingFormSetup, { uuid: idIn(visit) })
  await run(visit, deleteRoutingForm, { uuid: idIn(visit) })
  return undoable(visit, '/app/forms', { done: 'deleted', of: idIn(visit), was: status })
}

export const restoreForm: ConsoleHandler = async (visit) => {
  await run(visit, restoreRoutingForm, { uuid: idIn(visit) })
  if (visit.form.get('status') === 'published') await run(visit, publishRoutingForm, { uuid: idIn(visit) })
  return { to: `/app/forms/${idIn(visit)}?done=restored` }
}

/** Undoes the last change of a part. */
export const undoChange: ConsoleHandler = async (visit) => {
  const part = visit.form.get('part') ?? ''
  await run(visit, updateRoutingForm, {
    uuid: idIn(visit),
    ...unsealForUndo<Partial<RoutingFormSetup>>(visit, `${part} of ${idIn(visit)}`),
  })
  return { to: `/app/forms/${idIn(visit)}?done=undone` }
}
