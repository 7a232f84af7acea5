import { h } from 'preact'
import { createInvitee } from '#bookings/index.ts'
import { idInUri, idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { formerOwners } from '../event-types/list.ts'
import { textsFor as typeTexts } from '../event-types/texts.ts'
import { typeLabels } from '../type-labels.ts'
import { zoneOptions } from '../zone-options.ts'
import { BookFor } from './book-view.tsx'
import { dateAt, dateIn } from './member-time.ts'
import { timesOn } from './panel.ts'
import { textsFor } from './texts.ts'

/** Those for one meeting are somebody else's, who has their link. */
const loadTypes = async (visit: SignedInVisit) => {
  const [types, former] = [
    await listAll(visit, listEventTypes, { active: true, sort: 'name:asc' }),
    await formerOwners(visit),
  ]
  return types.filter(
    ({ active, type, profile }) => active && type === 'StandardEventType' && !former.has(profile.owner),
  )
}

type EventType = Awaited<ReturnType<typeof loadTypes>>[number]
type Question = EventType['custom_questions'][number]

/** With its event type: what was typed must not come back as an answer to the question of another. */
const fieldOf = (type: EventType | undefined, { position }: Question): string =>
  `answer_${position}_${type ? idOf(type) : ''}`

const isChoice = ({ type }: Question): boolean => type === 'single_select' || type === 'multi_select'

const bookingPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { locations: locationTexts } = typeTexts(visit)
  const types = await loadTypes(visit)
  const { form, query } = visit
  const wanted = form.get('type') ?? query.get('type')
  const type = types.find((one) => idOf(one) === wanted) ?? types[0]
  const day = dateIn(form.get('day') ?? query.get('day')) ?? dateAt(visit, visit.now)
  const typed = Object.fromEntries(form) as Record<string, string>
  return {
    title: texts.bookTitle,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'meetings',
    content: h(BookFor, {
      texts,
      token: visit.formToken,
      types: [...typeLabels(types)].map(([value, label]) => ({ value, label })),
      type: type ? idOf(type) : '',
      day,
      times: type && wanted !== null ? await timesOn(visit, type.uri, day) : undefined,
      zones: zoneOptions(visit.language.locale, typed.timezone ?? visit.session.timezone),
      places: (type?.locations ?? []).map(({ kind }) => ({ value: kind, label: locationTexts[kind] })),
      questions: (type?.custom_questions ?? [])
        .filter(({ enabled }) => enabled)
        .map((question) => ({
          field: fieldOf(type, question),
          name: question.name,
          isRequired: question.required,
          choices: question.answer_choices,
          isOpen: question.include_other || !isChoice(question),
          isMultiple: question.type === 'multi_select',
          chosen: form.getAll(fieldOf(type, question)),
        })),
      other: visit.language.pages.other,
      typed: { timezone: visit.session.timezone, ...typed },
      errors: named(errors),
    }),
  }
}

/** The operation names fields by their place in the request; the form has them by their own name. */
const named = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      /^(?:event|invitee)\.(\w+)$/.exec(field)?.[1] ?? (known.has(field) ? field : 'base'),
      text,
    ]),
  )

const known = new Set(['start_time', 'name', 'email', 'timezone', 'location', 'base'])

export const showBooking: ConsoleHandler = (visit) => bookingPage(visit)

export const takeBooking: ConsoleHandler = async (visit) => {
  const { form } = visit
  const types = await loadTypes(visit)
  const type = types.find((one) => idOf(one) === form.get('type'))
  if (!type) return { to: '/app/meetings/new' }
  const questionsAndAnswers = type.custom_questions.flatMap((question) => {
    const given = form.getAll(fieldOf(type, question)).map((answer) => answer.trim())
    const answers = given.filter((one) => one !== '')
    // Own words come after the choices, and count more.
    const answer = question.type === 'multi_select' ? answers.join('\n') : (answers.at(-1) ?? '')
    return answer === '' ? [] : [{ question: question.name, answer, position: question.position }]
  })
  const place = type.locations?.find(({ kind }) => kind === form.get('place')) ?? type.locations?.[0]
  const said = place && 'location' in place ? { location: place.location } : {}
  try {
    const booked = await run(visit, createInvitee, {
      event_type: type.uri,
      start_time: form.get('start_time') ?? '',
      invitee: {
        name: form.get('name') ?? '',
        email: form.get('email') ?? '',
        timezone: form.get('timezone') ?? visit.session.timezone,
      },
      ...(place && type.pooling_type !== 'round_robin' ? { location: { kind: place.kind, ...said } } : {}),
      questions_and_answers: questionsAndAnswers,
    })
    return { to: `/app/meetings?${new URLSearchParams({ open: idInUri(booked.event), done: 'booked' })}` }
  } catch (error) {
    return bookingPage(visit, errorsIn(visit.language, error))
  }
}
