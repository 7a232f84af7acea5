import { z } from 'zod'
import {
  needsInviteeInput,
  type OwnBooking,
  type ReadForm,
  trackingNames,
  type VisitorBookable,
} from '#bookings/index.ts'
import { eachMailboxOnce } from '#contract/mailbox.ts'
import { isEmail, uuidForm } from '#contract/wire.ts'
import type { EventType, Location, Question } from '#event-types/index.ts'
import { isZoneName, zoneNameOf } from '#platform/time/zones.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import type { FormValues } from './booking/page-data.ts'
import {
  answerField,
  emailField,
  guestsField,
  inviteeInputField,
  lineField,
  maxLine,
  placeField,
} from './form-fields.ts'
import { locationsOf } from './locations.ts'

const maxValues = 200

/** The sent values by field name, to be shown again. Bounded, because anybody can send a longer form than ours. */
export const valuesFrom = (form: URLSearchParams): FormValues => {
  const values = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (value === '' || name === 'form_token') continue
    const given = values.get(name)
    if (given === undefined && values.size < maxValues) values.set(name, [value])
    else if (given !== undefined && given.length < maxValues) given.push(value)
  }
  return Object.fromEntries(values)
}

/**
 * The form of a type in the order of the page, with errors in the visitor's language. `chosen` is the index of the
 * location, for which the invitee may have to provide more.
 */
const formOf = (
  { texts }: PageLanguage,
  { eventType }: VisitorBookable,
  locations: readonly Location[],
  chosen: number,
) => {
  const location = locations[chosen]
  const names = eventType.nameFormat === 'first_and_last' ? ['first_name', 'last_name'] : ['name']
  return z.object({
    names: z.object(Object.fromEntries(names.map((name) => [name, lineField(texts)]))),
    email: emailField(texts),
    place: placeField(texts, locations),
    said: z.object(
      location && needsInviteeInput(location) ? { [`place_${chosen}`]: inviteeInputField(texts, location) } : {},
    ),
    answers: z.object(
      Object.fromEntries(askedBy(eventType).map((question) => [answerName(question), answerField(texts, question)])),
    ),
    guests: guestsField(texts),
  })
}

const askedBy = ({ questions }: EventType): readonly Question[] => questions.filter(({ enabled }) => enabled)
const answerName = ({ position }: Question): string => `answer_${position}`

/** The input of an operation from a filled-in form. Whether the time is free is decided by the operation. */
export const readBookingForm = (
  language: PageLanguage,
  bookable: VisitorBookable,
  form: URLSearchParams,
  query: URLSearchParams,
): ReadForm | { readonly errors: FieldErrors } => {
  const { eventType } = bookable
  const locations = locationsOf(bookable)
  const chosen = locations.length === 1 ? 0 : Number(form.get('place') ?? Number.NaN)
  const textOf = (name: string): string => form.get(name) ?? ''
  const read = formOf(language, bookable, locations, chosen).safeParse({
    names: { name: textOf('name'), first_name: textOf('first_name'), last_name: textOf('last_name') },
    email: textOf('email'),
    guests: guestsIn(textOf('guests'), textOf('email')),
    place: locations[chosen],
    said: { [`place_${chosen}`]: textOf(`place_${chosen}`) },
    answers: Object.fromEntries(
      askedBy(eventType)
        .map(answerName)
        .map((name) => [name, { values: form.getAll(name), other: textOf(`${name}_other`) }]),
    ),
  })
  if (!read.success)
    return { errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [fieldAt(path), message])) }
  const { names, email, guests, place: index, said, answers } = read.data
  const zone = textOf('timezone').trim()
  return {
    recipients: [email, ...guests],
    fields: {
      duration: eventType.durationOptions ? textOf('duration').trim() || undefined : undefined,
      invitee: { ...names, email, timezone: isZoneName(zone) ? zoneNameOf(zone) : 'UTC' },
      location: index && locationFrom(eventType, index, said[`place_${chosen}`]),
      custom_questions: askedBy(eventType)
        .map((question) => ({ position: question.position, answer: answers[answerName(question)] ?? '' }))
        .filter(({ answer }) => answer !== ''),
      tracking: trackingFrom(query),
      event_guests: guests,
      routing_form_submission: submissionIn(query),
      locale: language.locale,
      time_notation: notationIn(form),
    },
  }
}

/** The field with the error: `['answers', 'answer_0', 'other']` is the text beside the choice `other`. */
const fieldAt = ([group, field = group, part]: readonly PropertyKey[]): string =>
  [field, ...(part === 'other' ? [part] : [])].join('_')

/**
 * Separated by commas, semicolons or lines, or by spaces alone: what is no address stays whole, so that the error names
 * it as it was typed.
 */
const guestsIn = (text: string, email: string): string[] => {
  const parts = text.split(/[,;\r\n]+/).map((part) => part.trim())
  const addresses = parts.flatMap((part) => (part.split(/\s+/).every(isEmail) ? part.split(/\s+/) : [part]))
  return eachMailboxOnce(addresses.filter(Boolean), email.trim())
}

/** As the operation expects it: in a round robin there is no location to choose. */
const locationFrom = (
  { pooling }: EventType,
  place: Location,
  said: string | undefined,
): { kind: string; location?: string } | undefined => {
  if (needsInviteeInput(place)) return { kind: place.kind, ...(said === undefined ? {} : { location: said }) }
  if (pooling === 'round_robin') return undefined
  return place.kind === 'physical' || place.kind === 'custom'
    ? { kind: place.kind, location: place.location }
    : { kind: place.kind }
}

/** How the page wrote times when the form was sent. */
const notationIn = (form: URLSearchParams): '12h' | '24h' | null => {
  const sent = form.get('time_notation')
  return sent === '12h' || sent === '24h' ? sent : null
}

/** The details of an invitee who moves are known already. */
export const readMoveForm = ({ locale }: PageLanguage, { invitee }: OwnBooking, form: URLSearchParams): ReadForm => {
  const zone = form.get('timezone') ?? ''
  return {
    fields: {
      reason: (form.get('reason') ?? '').slice(0, 10_000).toWellFormed(),
      timezone: isZoneName(zone) ? zone : undefined,
      locale,
      time_notation: notationIn(form),
    },
    recipients: [invitee.email, ...invitee.guests],
  }
}

/** Values that are too long are dropped, as in the original; nothing else of an address is kept. */
const trackingFrom = (query: URLSearchParams): Partial<Record<(typeof trackingNames)[number], string>> =>
  Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = query.get(name)
      return value !== null && value !== '' && value.length <= maxLine ? [[name, value]] : []
    }),
  )

/** An address can contain anything: an invalid id is ignored, so that the visitor can still book. */
const submissionIn = (query: URLSearchParams): string | undefined => {
  const id = (query.get('routing_form_submission') ?? '').toLowerCase()
  return uuidForm.test(id) ? id : undefined
}
