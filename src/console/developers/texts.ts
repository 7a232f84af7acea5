import { Problem } from '#contract/problem.ts'
import { complaintsIn } from '#pages/complaints.ts'
import type { Complaints } from '#pages/fields.ts'
import type { Visit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type DevelopersTexts, developersTexts } from '../../../languages/console/developers.ts'
import type { Toast } from '../shell/shell.tsx'

export const developersTextsFor = ({ language }: Pick<Visit, 'language'>): DevelopersTexts =>
  inLocale(developersTexts, language.locale)

/** What was just done, by its name in the address. */
export const toastOf = (visit: Visit): Toast | undefined => {
  const { done } = developersTextsFor(visit)
  const name = visit.query.get('done') ?? ''
  return Object.hasOwn(done, name) ? { text: done[name as keyof typeof done] } : undefined
}

/** What came of an attempt to deliver, in the words of the reader. What is not known is shown as it was recorded. */
export const outcomeWords = (visit: Pick<Visit, 'language'>, outcome: string): string => {
  const { outcomes } = developersTextsFor(visit).delivery
  const [, kind = '', rest = ''] = /^(answered|unreachable:|not allowed:) (.+)$/.exec(outcome) ?? []
  if (kind === 'answered') return outcomes.answered.replace('{status}', () => rest)
  if (kind === 'unreachable:') return outcomes.unreachable.replace('{why}', () => rest)
  if (kind === 'not allowed:') return outcomes.notAllowed.replace('{why}', () => rest)
  return knownOutcomes(outcomes)[outcome] ?? outcome
}

const knownOutcomes = (outcomes: DevelopersTexts['delivery']['outcomes']): Readonly<Record<string, string>> => ({
  'no such name': outcomes.unknownName,
  'no connection in time': outcomes.noConnection,
  'no answer in time': outcomes.noAnswer,
  'not sent: the subscription is gone': outcomes.gone,
})

/** Why a webhook was not added or switched on, by field, as sentences of the page. */
export const webhookComplaints = (visit: Pick<Visit, 'language'>, error: unknown): Complaints => {
  const { refusals } = developersTextsFor(visit).webhooks
  // That there is one already is said at the address, like all that is wrong with it.
  if (error instanceof Problem && error.kind.status === 409) return { url: refusals.exists }
  const complaints = complaintsIn(visit.language, error)
  return Object.fromEntries(
    Object.entries(complaints).map(([parameter, said]) => [parameter, refusalWords(refusals, parameter, said)]),
  )
}

const refusalWords = (refusals: DevelopersTexts['webhooks']['refusals'], parameter: string, said: string): string => {
  const [, event] = /^(\S+) is not sent for the scope/.exec(said) ?? []
  const [, count] = /^there are (\d+) subscriptions/.exec(said) ?? []
  if (event !== undefined) return filled(refusals.ofOrganization, { event })
  if (count !== undefined) return filled(refusals.many, { count })
  return parameter === 'events' ? refusals.noEvents : (knownRefusals(refusals)[said] ?? said)
}

const knownRefusals = (refusals: DevelopersTexts['webhooks']['refusals']): Readonly<Record<string, string>> => ({
  'must begin with https://': refusals.scheme,
  'must not have a user name or a password in it': refusals.credentials,
  'must have the port 443, or one above 1023': refusals.port,
  'must not lead into a private network': refusals.private,
  'is active already': refusals.isOn,
})

/** What is wrong with an address of an app, as a sentence of the page. */
export const redirectComplaint = (visit: Pick<Visit, 'language'>, address: string, said: string): string => {
  const { refusals } = developersTextsFor(visit).apps
  const [, name] = redirectFaults.find(([pattern]) => pattern.test(said)) ?? []
  return name === undefined ? said : filled(refusals[name], { address: address.slice(0, 200) })
}

const redirectFaults: readonly (readonly [RegExp, keyof DevelopersTexts['apps']['refusals']])[] = [
  [/^is longer than/, 'tooLong'],
  [/^is not a whole/, 'malformed'],
  [/user name or a password$/, 'credentials'],
  [/fragment$|wildcard$/, 'signs'],
  [/https:\/\/|^must not have the scheme/, 'scheme'],
]
