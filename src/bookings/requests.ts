import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import { email, exampleUri, instant, integer, line, pathId, referenceTo, uuidForm, zoneName } from '#contract/wire.ts'
import { locales } from '#event-types/index.ts'
import type { AnswerForm, SentAnswer } from './answers.ts'
import { maxReasonLength } from './cancellation.ts'
import { bookingExample, cancellationExample, notesExample, rescheduleExample } from './examples.ts'
import { guestsFrom, type InviteeDetails, type LanguagePreferences, nameFrom } from './invitee.ts'
import type { SentLocation } from './meeting-location.ts'
import { isPhoneNumber } from './phone-number.ts'
import { trackingFields, trackingFrom } from './tracking.ts'

const maxAnswerLength = 10_000
const maxGuests = 10

/** Blank or null counts as not sent: clients fill in every field of a form. */
const given = z
  .preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    line(255).optional(),
  )
  .meta({ type: 'string', maxLength: 255 })

const InviteeFields = z
  .object({
    email,
    timezone: zoneName,
    name: given,
    first_name: given,
    last_name: given,
    text_reminder_number: z.string().trim().refine(isPhoneNumber, says('phone_number_format')).nullish(),
  })
  .superRefine(({ name, first_name }, context) => {
    if (name === undefined && first_name === undefined)
      context.addIssue({ code: 'custom', message: says('name_missing') })
  })

/** An empty object counts as not sent: clients of the specification send one. */
const location = z
  .preprocess(
    (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : (value ?? undefined),
    z.object({ kind: z.string(), location: given }).optional(),
  )
  .meta({
    description:
      'One of the locations of the event type. Optional if there is only one and it asks the invitee for nothing',
  })

const answer = z.string().max(maxAnswerLength)

/** The real API's form: the question by its text. */
const questionsAndAnswers = z
  .array(z.object({ question: z.string(), answer, position: integer({ min: 0, max: 1000 }).optional() }))
  .max(20)

/** The specification's form of the same: by text or by position. */
const customQuestions = z
  .array(
    z.object({
      name: z.string().optional(),
      question: z.string().optional(),
      answer: answer.optional(),
      value: answer.optional(),
      position: integer({ min: 0, max: 1000 }).optional(),
    }),
  )
  .max(20)

const TrackingFields = trackingFields(z.string().max(255).nullish())

/** The fields that every booking request has. */
const booking = {
  start_time: instant,
  duration: integer({ min: 1, max: 720 })
    .optional()
    .meta({ description: 'In minutes, one of the options of the event type; by default its main duration' }),
  invitee: InviteeFields,
  location,
  questions_and_answers: questionsAndAnswers.nullish(),
  custom_questions: customQuestions
    .nullish()
    .meta({ description: 'The same as `questions_and_answers`; a question can be named by its position' }),
  tracking: TrackingFields.nullish(),
  event_guests: z.array(email).max(maxGuests).nullish(),
  routing_form_submission: referenceTo('routing_form_submissions')
    .nullish()
    .meta({ description: 'The submission of a routing form that led to this booking' }),
}

const BookingFields = z.object(booking)

/** A request to book. Its answers are checked once the questions are known. */
export interface SentBooking {
  readonly startsAt: Date
  readonly duration: number | undefined
  readonly location: SentLocation | undefined
  readonly details: Omit<InviteeDetails, 'answers' | 'routingFormSubmissionId' | 'payment'>
  readonly answers: readonly SentAnswer[]
  readonly answerForm: AnswerForm
  /** The submission of a routing form that the client claims led here. */
  readonly submissionId: string | undefined
}

const bookingFrom = (
  input: z.output<typeof BookingFields>,
  reading: LanguagePreferences = { locale: null, timeNotation: null },
): SentBooking => {
  const { invitee } = input
  const usesQuestionsAndAnswers = (input.questions_and_answers?.length ?? 0) > 0
  return {
    startsAt: input.start_time,
    duration: input.duration,
    location: input.location,
    details: {
      ...(nameFrom(invitee) ?? { name: '', firstName: null, lastName: null }),
      email: invitee.email,
      timezone: invitee.timezone,
      ...reading,
      textReminderNumber: invitee.text_reminder_number ?? null,
      tracking: trackingFrom(input.tracking ?? {}),
      guests: guestsFrom(input.event_guests ?? [], invitee.email),
    },
    answers: usesQuestionsAndAnswers
      ? (input.questions_and_answers ?? [])
      : (input.custom_questions ?? []).map(({ name, question, answer, value, position }) => ({
          question: question ?? name,
          answer: answer ?? value ?? '',
          position,
        })),
    answerForm: usesQuestionsAndAnswers ? 'questions_and_answers' : 'custom_questions',
    submissionId: input.routing_form_submission ?? undefined,
  }
}

export const CreateInviteeRequest = z
  .object({ event_type: referenceTo('event_types'), ...booking })
  .meta({ examples: [bookingExample] })
  .transform(({ event_type, ...input }) => ({ eventTypeId: event_type, request: bookingFrom(input) }))

/** The id of the invitee to be: derived from the form, so that sending it twice books once. */
const inviteeId = z.string().regex(uuidForm).optional()

/** The language of the page and how it writes times. Emails about the booking use the same. */
const reading = { locale: z.enum(locales).nullish(), time_notation: z.enum(['12h', '24h']).nullish() }

const readingFrom = ({
  locale = null,
  time_notation = null,
}: z.output<z.ZodObject<typeof reading>>): LanguagePreferences => ({
  locale,
  timeNotation: time_notation,
})

/** Through a single-use link, whose code determines what is booked. */
export const BookThroughLinkRequest = z
  .object({ code: z.string().max(100), invitee_id: inviteeId, ...reading, ...booking })
  .transform(({ code, invitee_id, ...input }) => ({
    code,
    inviteeId: invitee_id,
    request: bookingFrom(input, readingFrom(input)),
  }))

/** On the page of a type. */
export const BookEventTypeRequest = z
  .object({
    event_type: referenceTo('event_types'),
    invitee_id: inviteeId,
    // Whatever the type asks for: a visitor without a proof of work.
    confirms_address: z.boolean().optional(),
    // Where the visitor is.
    source: z.string().optional(),
    ...reading,
    ...booking,
  })
  .transform(({ event_type, invitee_id, confirms_address, source, ...input }) => ({
    eventTypeId: event_type,
    inviteeId: invitee_id,
    confirmsAddress: confirms_address ?? false,
    source,
    request: bookingFrom(input, readingFrom(input)),
  }))

const inviteeAddress =
  /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]+)?(?:\/[^?#]*?)??\/(?:scheduled_events\/([A-Za-z0-9-]+)\/)?invitees\/([A-Za-z0-9-]+)\/?$/i

/** Clients leave the event out of an invitee's URI; if it is named, it must be the invitee's. */
export const NoShowRequest = z
  .object({
    invitee: z.string().meta({
      format: 'uri',
      description: 'A URI that ends with `/scheduled_events/{uuid}/invitees/{uuid}`, or with `/invitees/{uuid}`',
      examples: [exampleUri('scheduled_events', 'invitees')],
    }),
  })
  .transform(({ invitee }, context) => {
    const [, eventId, inviteeId] = /^[A-Za-z0-9-]{1,64}$/.test(invitee)
      ? [invitee, undefined, invitee]
      : (inviteeAddress.exec(invitee) ?? [])
    if (inviteeId !== undefined)
      return { inviteeId: pathId.parse(inviteeId), eventId: eventId === undefined ? undefined : pathId.parse(eventId) }
    context.addIssue({ code: 'custom', path: ['invitee'], message: says('invalid') })
    return z.NEVER
  })

const reason = z
  .string()
  .max(maxReasonLength)
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? null : text.trim()))

export const CancellationRequest = z
  .object({ uuid: pathId, reason })
  .meta({ examples: [cancellationExample] })
  .transform(({ uuid, reason }) => ({ id: uuid, reason }))

export const RescheduleRequest = z
  .object({ uuid: pathId, start_time: instant, reason, location })
  .meta({ examples: [rescheduleExample] })
  .transform(({ uuid, start_time, reason, location }) => ({ inviteeId: uuid, startsAt: start_time, reason, location }))

export const RescheduleEventRequest = z
  .object({ uuid: pathId, start_time: instant, reason })
  .transform(({ uuid, start_time, reason }) => ({ id: uuid, startsAt: start_time, reason }))

/** By the invitee, whose token identifies the booking. */
export const OwnCancellationRequest = z.object({ token: z.string(), reason })

/** An invitee moves their own booking; their time zone, language and clock may have changed. */
export const MoveRequest = z
  .object({
    token: z.string(),
    invitee_id: inviteeId,
    start_time: instant,
    reason,
    timezone: zoneName.optional(),
    ...reading,
  })
  .transform(({ token, invitee_id, start_time, reason, timezone, ...input }) => ({
    token,
    newId: invitee_id,
    startsAt: start_time,
    reason,
    timezone,
    ...readingFrom(input),
  }))

export const DeclineBookingRequest = z
  .object({ uuid: pathId, reason: z.string().trim().max(maxReasonLength).nullish() })
  .transform(({ uuid, reason }) => ({ id: uuid, reason: reason === '' ? null : (reason ?? null) }))

/** By a host, whose token from the mail identifies the request and them. */
export const HostDecisionRequest = z
  .object({ token: z.string(), accepts: z.boolean(), reason: z.string().trim().max(maxReasonLength).nullish() })
  .transform(({ token, accepts, reason }) => ({ token, accepts, reason: reason === '' ? null : (reason ?? null) }))

const notes = z.string().max(20_000).nullable().optional()

export const NotesRequest = z
  .object({
    uuid: pathId,
    meeting_notes: notes.meta({ description: 'Plain text or simple HTML. Null removes the notes' }),
    meeting_notes_plain: notes.meta({ description: 'The same in the shape of the resource' }),
    meeting_notes_html: notes.meta({ description: 'The same in the shape of the resource' }),
  })
  .superRefine(({ uuid: _, ...sent }, context) => {
    if (Object.values(sent).every((text) => text === undefined))
      context.addIssue({ code: 'custom', path: ['meeting_notes'], message: says('missing') })
  })
  .meta({ examples: [notesExample] })
  .transform(({ uuid, meeting_notes, meeting_notes_plain, meeting_notes_html }) => ({
    id: uuid,
    notes: meeting_notes,
    sentBack: { plain: meeting_notes_plain, html: meeting_notes_html },
  }))
