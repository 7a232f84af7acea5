import type { Tracking } from '#bookings/index.ts'
import { isPhoneNumber, needsInvitee } from '#bookings/index.ts'
import { inOneLine, isEmail, isVisible, uuidForm } from '#contract/wire.ts'
import type { Question } from '#event-types/index.ts'
import { isZoneName, zoneNameOf } from '#platform/time/zones.ts'
import type { Complaints, Speech, Values } from '../../../web/booking/page-data.ts'
import { filled } from '../../../web/booking/words.ts'
import { eachMailboxOnce } from '../mailbox.ts'
import type { Offered } from './offered.ts'
import { locationsOf } from './places.ts'

const maxGuests = 10
const maxLine = 255
const maxText = 10_000

const maxValues = 200

/** What came in, by the names of the fields, to be shown again. Gone through once, and no more of it than a form of ours has: anybody can send a longer one. */
export const valuesFrom = (form: URLSearchParams): Values => {
  const values = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (value === '' || name === 'form_token') continue
    const given = values.get(name)
    if (given === undefined && values.size < maxValues) values.set(name, [value])
    else if (given !== undefined && given.length < maxValues) given.push(value)
  }
  return Object.fromEntries(values)
}

/** A form that can be sent on as it is, or what is wrong with it, in the visitor's language. */
export type ReadForm = { readonly request: Readonly<Record<string, unknown>>; readonly recipients: readonly string[] } | { readonly complaints: Complaints }

/** What an operation takes, out of what a person filled in. Whether the time is free is for the operation to say. */
export const readBookingForm = ({ texts }: Speech, offered: Offered, form: URLSearchParams, query: URLSearchParams): ReadForm => {
  const complaints: Record<string, string> = {}
  const { eventType } = offered
  const textOf = (name: string): string => (form.get(name) ?? '').trim()

  const lineOf = (name: string, isRequired = true): string | undefined => {
    const text = textOf(name).replace(/[\p{Cc}\s]+/gu, ' ')
    if (text === '' && isRequired) complaints[name] = texts.missing
    if (text !== '' && !isVisible(text)) complaints[name] = texts.missing
    if (text.length > maxLine) complaints[name] = texts.tooLong
    return text === '' ? undefined : text
  }

  const named = eventType.nameFormat === 'first_and_last' ? { first_name: lineOf('first_name'), last_name: lineOf('last_name') } : { name: lineOf('name') }
  const email = textOf('email')
  if (email === '') complaints.email = texts.missing
  else if (!isEmail(email)) complaints.email = texts.wrongEmail

  const guests = eachMailboxOnce(
    textOf('guests')
      .split(/[\s,;]+/)
      .filter(Boolean),
    email,
  )
  const wrongGuest = guests.find((address) => !isEmail(address))
  if (wrongGuest !== undefined) complaints.guests = filled(texts.wrongGuest, { address: wrongGuest.slice(0, 100) })
  else if (guests.length > maxGuests) complaints.guests = texts.tooManyGuests

  const number = textOf('text_reminder_number')
  if (number !== '' && !isPhoneNumber(number)) complaints.text_reminder_number = texts.wrongNumber

  const location = placeFrom()
  const answers = eventType.questions.filter(({ enabled }) => enabled).flatMap((question) => answerTo(question))

  if (Object.keys(complaints).length > 0) return { complaints }
  const zone = textOf('timezone')
  return {
    recipients: [email, ...guests],
    request: {
      duration: eventType.durationOptions ? textOf('duration') || undefined : undefined,
      invitee: { ...named, email, timezone: isZoneName(zone) ? zoneNameOf(zone) : 'UTC', text_reminder_number: number === '' ? null : number },
      location,
      custom_questions: answers,
      tracking: trackingFrom(query),
      event_guests: guests,
      routing_form_submission: submissionIn(query),
    },
  }

  function placeFrom(): { kind: string; location?: string } | undefined {
    const locations = locationsOf(offered)
    if (locations.length === 0) return undefined
    const place = locations.length === 1 ? 0 : Number(form.get('place') ?? Number.NaN)
    const chosen = locations[place]
    if (!chosen) {
      complaints.place = texts.wrongChoice
      return undefined
    }
    if (eventType.pooling === 'round_robin' && !needsInvitee(chosen)) return undefined
    if (chosen.kind === 'physical' || chosen.kind === 'custom') return { kind: chosen.kind, location: chosen.location }
    if (chosen.kind !== 'outbound_call' && chosen.kind !== 'ask_invitee') return { kind: chosen.kind }
    const name = `place_${place}`
    const said = lineOf(name)
    if (said !== undefined && chosen.kind === 'outbound_call' && !isPhoneNumber(said)) complaints[name] = texts.wrongNumber
    return { kind: chosen.kind, ...(said === undefined ? {} : { location: said }) }
  }

  function answerTo(question: Question): { position: number; answer: string }[] {
    const name = `answer_${question.position}`
    const answer = question.type === 'single_select' || question.type === 'multi_select' ? chosenAnswer(question, name) : textOf(name)
    if (answer === '') {
      if (question.required) complaints[name] ??= texts.missing
      return []
    }
    if (answer.length > maxText) complaints[name] = texts.tooLong
    if (question.type === 'phone_number' && !isPhoneNumber(answer)) complaints[name] = texts.wrongNumber
    return [{ position: question.position, answer }]
  }

  /** Choices are numbered in the form; `other` stands for what was written beside it. */
  function chosenAnswer(question: Question, name: string): string {
    const chosen = [...new Set(form.getAll(name))].slice(0, question.type === 'single_select' ? 1 : undefined)
    const answers = chosen.map((value) => {
      if (value === 'other' && question.include_other) return inOneLine(textOf(`${name}_other`))
      return question.answer_choices[Number(value)]
    })
    if (answers.some((answer) => answer === undefined)) complaints[name] = texts.wrongChoice
    if (chosen.includes('other') && answers.includes('')) complaints[name] = texts.missing
    return answers.filter(Boolean).join('\n')
  }
}

const tracked = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'salesforce_uuid', 'crm_uuid'] as const

/** What is too long is left out, as clients of the original know it; nothing else of an address is kept. */
const trackingFrom = (query: URLSearchParams): Partial<Record<(typeof tracked)[number] | keyof Tracking, string>> =>
  Object.fromEntries(
    tracked.flatMap((name) => {
      const value = query.get(name)
      return value !== null && value !== '' && value.length <= maxLine ? [[name, value]] : []
    }),
  )

/** An address can say anything: what is no id is no reason to turn somebody away. */
const submissionIn = (query: URLSearchParams): string | undefined => {
  const id = (query.get('routing_form_submission') ?? '').toLowerCase()
  return uuidForm.test(id) ? id : undefined
}
