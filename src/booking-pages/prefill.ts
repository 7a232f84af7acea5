import type { VisitorBookable } from '#bookings/index.ts'
import type { Question } from '#event-types/index.ts'
import type { FormValues } from './booking/page-data.ts'
import { locationsOf } from './locations.ts'

/**
 * What an address fills in: a name in one field or in two, an e-mail address, guests, a location, and answers by their
 * position.
 */
export const prefillFrom = (query: URLSearchParams, bookable: VisitorBookable): FormValues => {
  const { eventType } = bookable
  const values: Record<string, string[]> = {}
  const put = (name: string, ...given: readonly (string | null | undefined)[]): void => {
    const kept = given
      .filter((value): value is string => typeof value === 'string' && value !== '')
      .map((value) => value.slice(0, 10_000))
    if (kept.length > 0) values[name] = kept
  }
  const [whole, first, last] = ['name', 'first_name', 'last_name'].map((name) => query.get(name)?.trim() || undefined)
  if (eventType.nameFormat === 'first_and_last') {
    const [head, ...rest] = (whole ?? '').split(/\s+/)
    put('first_name', first ?? head)
    put('last_name', last ?? (first === undefined ? rest.join(' ') : undefined))
  } else put('name', whole ?? [first, last].filter(Boolean).join(' '))
  put('email', query.get('email')?.replaceAll(' ', '+'))
  put('guests', partsOf(query.get('guests') ?? '').join(', '))

  const said = query.get('location')
  const locations = locationsOf(bookable)
  const index = locations.findIndex(({ kind }) => kind === 'ask_invitee' || kind === 'outbound_call')
  if (said !== null && index !== -1) {
    put('place', String(index))
    put(`place_${index}`, locations[index]?.kind === 'outbound_call' ? numberIn(said) : said)
  }

  const asked = eventType.questions.filter(({ enabled }) => enabled)
  for (const [at, question] of asked.entries()) {
    const answer = query.get(`a${at + 1}`)
    if (answer !== null) prefillAnswer(question, answer, put)
  }
  return values
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** In a query, a plus that is not written as `%2B` is a space. */
const numberIn = (given: string | null): string | undefined => given?.replace(/^ (?=\d)/, '+').trim()

const prefillAnswer = (
  question: Question,
  answer: string,
  put: (name: string, ...given: readonly string[]) => void,
): void => {
  const name = `answer_${question.position}`
  if (question.type !== 'single_select' && question.type !== 'multi_select') {
    put(name, question.type === 'phone_number' ? (numberIn(answer) ?? '') : answer)
    return
  }
  // A choice may contain a comma: the whole text is tried first.
  const whole = question.answer_choices.indexOf(answer)
  const texts = whole !== -1 || question.type === 'single_select' ? [answer] : partsOf(answer)
  const chosen = texts.map((text) => question.answer_choices.indexOf(text))
  const others = texts.filter((_, index) => chosen[index] === -1)
  const hasOther = question.include_other && others.length > 0
  put(name, ...chosen.filter((index) => index !== -1).map(String), ...(hasOther ? ['other'] : []))
  if (hasOther) put(`${name}_other`, others.join(', '))
}
