import { Problem } from '#contract/problem.ts'
import type { AccountTexts } from '../../languages/account-texts.ts'
import { languageOf } from '../../languages/all.ts'
import type { Language } from '../../languages/language.ts'
import type { Complaints } from './fields.ts'
import { filled } from './texts.ts'
import { type PageHandler, type SignedInVisit, signedIn } from './visit.ts'

/** Takes a form of a signed-in user. What it is refused for is shown on the page that it is on. */
export const formOn =
  (page: (visit: SignedInVisit, complaints: Complaints) => ReturnType<PageHandler>) =>
  (take: PageHandler<SignedInVisit>): PageHandler =>
    signedIn((visit) => take(visit).catch((error: unknown) => page(visit, complaintsIn(visit.language, error))))

/** What an operation refused, by field, to be shown beside it; any other error is rethrown. */
export const complaintsIn = (language: Language, error: unknown): Complaints => {
  if (!(error instanceof Problem) || error.kind.status !== 400) throw error
  if (error.details.length === 0) return { base: translated(language, error.message) }
  return Object.fromEntries(error.details.map(({ parameter = 'base', message }) => [parameter, sentence(language, parameter, message)]))
}

/** Parameters that are lists: they are not long, but many. */
const lists = /(?:questions|answer_choices|rules|conditions|values|locations|hosts|reminders|duration_options)$/

type Refusal = keyof AccountTexts['refusals']

/** The API says `must be filled`; a page shows a whole sentence. */
const sentence = (language: Language, parameter: string, message: string): string => {
  const { refusals } = language.account
  if (message.startsWith('size cannot be greater than')) return lists.test(parameter) ? refusals.tooMany : refusals.tooLong
  if (/^must be less than \d+ days after start_date$/.test(message)) return refusals.rangeTooLong
  const [, most, number = ''] = /^must be (?:(less)|greater) than or equal to (.+)$/.exec(message) ?? []
  if (number !== '') return filled(most === undefined ? refusals.atLeast : refusals.atMost, { number })
  if (message === 'appears twice' && parameter.endsWith('name')) return refusals.nameTaken
  const known = /(?:^|\.)email(?:s\[\d+\])?$/.test(parameter) && fragments[message] === 'unusable' ? 'wrongAddress' : fragments[message]
  return known === undefined ? translated(language, message) : refusals[known]
}

const fragments: Readonly<Record<string, Refusal>> = {
  'is missing': 'missing',
  'must be filled': 'missing',
  'is in invalid format': 'unusable',
  invalid: 'unusable',
  'is taken': 'taken',
  'is reserved': 'reserved',
  'may have only letters from a to z, digits, and single hyphens between them': 'wrongSlug',
  'is taken by another group': 'nameTaken',
  'is taken by another schedule': 'nameTaken',
  'is taken by another team': 'nameTaken',
  'must not be before start_date': 'endBeforeStart',
  'are too many': 'tooMany',
  'is of somebody who is no host of this type': 'notHost',
  'its address belongs to another event type now': 'addressTaken',
  'must be unique': 'twice',
  'appears twice': 'twice',
  'size cannot be less than 1': 'missing',
  'must be an integer': 'wholeNumber',
  'must be a number': 'wholeNumber',
  'must be in the future': 'notInFuture',
  'must be in the past': 'notInPast',
  'must be after start_date': 'endNotAfterStart',
  'must be after start_time': 'endNotAfterStart',
  'is not one of the choices': 'notAChoice',
  'cannot be booked: the event type is not active': 'leadsNowhere',
}

/** A sentence of an operation is English; the English texts are those sentences, so that they lead to the other languages. */
export const translated = ({ account: { refusals } }: Language, message: string): string => {
  for (const { name, pattern } of englishSentences) {
    const found = pattern.exec(message)
    if (found) return filled(refusals[name], found.groups ?? {})
  }
  return message
}

const englishSentences = Object.entries(languageOf('en').account.refusals).map(([name, text]) => ({
  name: name as Refusal,
  pattern: new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`),
}))
