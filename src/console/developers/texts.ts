import { Problem } from '#contract/problem.ts'
import { errorsIn } from '#pages/errors.ts'
import type { FieldErrors } from '#pages/fields.ts'
import type { Visit } from '#pages/visit.ts'
import { alreadySubscribed } from '#webhooks/index.ts'
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
export const webhookErrors = (visit: Pick<Visit, 'language'>, error: unknown): FieldErrors => {
  const { refusals } = developersTextsFor(visit).webhooks
  // That there is one already is said at the address, like all that is wrong with it.
  if (error instanceof Problem && error.kind === alreadySubscribed) return { url: refusals.exists }
  return errorsIn(visit.language, error, {
    callback_scheme: refusals.scheme,
    callback_credentials: refusals.credentials,
    callback_port: refusals.port,
    callback_private: refusals.private,
    too_few_items: refusals.noEvents,
    event_not_of_scope: refusals.ofOrganization,
    too_many_subscriptions: refusals.many,
    subscription_active: refusals.isOn,
  })
}

/** What is wrong with the addresses of an app, as sentences of the page. */
export const redirectErrors = (visit: Pick<Visit, 'language'>, error: unknown): FieldErrors => {
  const { refusals } = developersTextsFor(visit).apps
  return errorsIn(visit.language, error, {
    redirect_too_long: refusals.tooLong,
    redirect_malformed: refusals.malformed,
    redirect_credentials: refusals.credentials,
    redirect_fragment: refusals.signs,
    redirect_wildcard: refusals.signs,
    redirect_not_secure: refusals.scheme,
    redirect_not_https: refusals.scheme,
    redirect_scheme: refusals.scheme,
  })
}
