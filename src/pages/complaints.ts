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
  return Object.fromEntries(
    error.details.map(({ parameter = 'base', message }) => [parameter, sentence(language, parameter, message)]),
  )
}

/** Parameters that are lists: they are not long, but many. */
const lists = /(?:questions|answer_choices|rules|conditions|values|locations|hosts|reminders|duration_options)$/

type Refusal = keyof AccountTexts['refusals']

/** The API says `must be filled`; a page shows a whole sentence. */
const sentence = (language: Language, parameter: string, message: string): string => {
  const { refusals } = language.account
  if (message.startsWith('size cannot be greater than'))
    return lists.test(parameter) ? refusals.tooMany : refusals.tooLong
  if (/^must be less than \d+ days after start_date$/.test(message)) return refusals.rangeTooLong
  const [, most, number = ''] = /^must be (?:(less)|greater) than or equal to (.+)$/.exec(message) ?? []
  if (number !== '') return filled(most === undefined ? refusals.atLeast : refusals.atMost, { number })
  if (message === 'appears twice' && parameter.endsWith('name')) return refusals.nameTaken
  if (/(?:^|\.)email(?:s\[\d+\])?$/.test(parameter) && fragments[message] === 'unusable') return refusals.wrongAddress
  return translated(language, message)
}

const fragments: Readonly<Record<string, Refusal>> = {
  'is missing': 'missing',
  'must be filled': 'missing',
  'is in invalid format': 'unusable',
  invalid: 'unusable',
  'The supplied parameters are invalid.': 'unusable',
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
  'is not an event type of this organization': 'noSuchType',
  'is a one-off event type, which has no page': 'noSuchType',
  'You do not have permission': 'notPermitted',
  'You do not have permission to access this resource.': 'notPermitted',
  'You do not have permission to perform this action': 'notPermitted',
  'You do not have permission to view this event': 'notPermitted',
  'You are not allowed to view this event': 'notPermitted',
  'You are not allowed to cancel this event': 'notPermitted',
  'Please upgrade your Openslot account to Enterprise.': 'needsPlan',
  'You can not change owner role': 'ownerRole',
  'You can not remove yourself from organization': 'notYourself',
  'This user is not in your organization': 'notMember',
  'is in this team already': 'alreadyIn',
  'is an admin of this group already': 'alreadyIn',
  'is a member of a group already': 'inOneGroup',
  'has it already': 'hasItAlready',
  'holds permission on this type already': 'hasItAlready',
  'is the owner already': 'hasItAlready',
  'holds no permission on this type': 'removedAlready',
  'has an account already': 'accountExists',
  'has an account already. Send an invitation instead.': 'accountExists',
  'A race condition occurred when processing the request.  Please try the request again.': 'sameMoment',
  'Event is already canceled': 'meetingCanceled',
  'Invitee is canceled': 'meetingCanceled',
  'Event is over': 'meetingOver',
  'Invitee is already marked as no show': 'markedAlready',
  'That start time has been filled': 'timeTaken',
  'is when they meet already': 'sameTime',
  'Required Questions and Answers cannot be blank.': 'answersMissing',
  'Specified location kind is not configured for this event type.': 'wrongPlace',
  'invalid location choice': 'wrongPlace',
  'must not be sent for a round robin event type': 'wrongPlace',
  'either name or first_name must be filled': 'missing',
  'has several hosts, or is for one meeting': 'cannotBeCopied',
  'is a copy itself': 'cannotBeCopied',
  'is for one meeting': 'cannotBeCopied',
  'a group type has one host, its owner': 'oneHost',
  'has one host, its owner': 'oneHost',
  'must include the owner of the type': 'ownerHosts',
  'The host of the event type has left': 'hostGone',
  'is not active': 'isOff',
  'Share is already booked': 'linkUsed',
  'Share is expired': 'linkUsed',
  'make another schedule the default first': 'defaultFirst',
  'make another schedule the default instead': 'defaultFirst',
  'must be later than from': 'endNotAfterStart',
  'overlaps another interval': 'overlaps',
  'overlaps another spot': 'overlaps',
  'is too far ahead': 'tooFarAhead',
  'must be at most 24 months after start_time': 'mostTwoYears',
  'this calendar can only be read': 'readOnlyCalendar',
  'is not set up by the operator of this service': 'notSetUp',
  'It is disabled: delete it, and create another.': 'webhookOff',
  'is disabled: delete it, create another, and replay to that': 'webhookOff',
  'It is too large for a browser. Run: openslot export': 'tooLargeHere',
  'must be a colour such as #0069ff': 'wrongColor',
}

/** Sentences that hold something of what was sent. */
const patterns: readonly (readonly [RegExp, Refusal])[] = [
  [/^You must be an admin\/owner with the data requests permission/, 'notPermitted'],
  [/^must be one of: (?<choices>[\d, ]+)$/, 'oneOf'],
  [/^there can be only one question of the type /, 'oneOfKind'],
  [/^(?:The invitation )?has already been \S+$/, 'invitationSettled'],
  [/(?:^| )is not a valid phone number$/, 'wrongPhone'],
  [/(?:is|has an answer that is) not one of the choices$/, 'notAChoice'],
  [/has the same answer twice$/, 'twice'],
  // What no form of a page sends.
  [
    /^(?:must be (?:one of: |boolean$|an? )|is only for |is not for |is not a question of |differs from |must include the duration )/,
    'unusable',
  ],
  [
    /^(?:size cannot be less than \d+|cannot be changed|must be a whole minute|is answered twice|is no event type of the same owner)$/,
    'unusable',
  ],
  [/ is not a scope$/, 'unusable'],
]

/**
 * A sentence of an operation is English; the English texts are those sentences, so that they lead to the other
 * languages.
 */
export const translated = ({ account: { refusals } }: Language, message: string): string => {
  const fragment = fragments[message]
  if (fragment !== undefined) return refusals[fragment]
  for (const [pattern, name] of sentences) {
    const found = pattern.exec(message)
    if (found) return filled(refusals[name], found.groups ?? {})
  }
  return message
}

const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`)

const sentences: readonly (readonly [RegExp, Refusal])[] = [
  ...Object.entries(languageOf('en').account.refusals).map(
    ([name, text]) => [patternOf(text), name as Refusal] as const,
  ),
  ...patterns,
]
