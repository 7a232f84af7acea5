import type { ShownOutcome } from '#contract/delivery-outcome.ts'
import { Problem } from '#contract/problem.ts'
import { errorsIn } from '#pages/errors.ts'
import type { Visit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { alreadySubscribed } from '#webhooks/index.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type DevelopersTexts, developersTexts } from '../../../languages/console/developers.ts'
import type { Toast } from '../shell/shell.tsx'

export const developersTextsFor = ({ language }: Pick<Visit, 'language'>): DevelopersTexts =>
  inLocale(developersTexts, language.locale)

/** The toast for the action named in the query. */
export const toastOf = (visit: Visit): Toast | undefined => {
  const { done } = developersTextsFor(visit)
  const name = visit.query.get('done') ?? ''
  return Object.hasOwn(done, name) ? { text: done[name as keyof typeof done] } : undefined
}

/** What came of an attempt to deliver a webhook or a mail. A code of a later release is shown as the API shows it. */
export const outcomeText = (
  visit: Pick<Visit, 'language'>,
  { outcome, outcome_code, outcome_value }: ShownOutcome,
): string => {
  const { outcomes } = developersTextsFor(visit).delivery
  return outcome_code === null ? (outcome ?? '') : filled(outcomes[outcome_code], { value: outcome_value ?? '' })
}

/** Why a webhook was not added or turned on, by field. */
export const webhookErrors = (visit: Pick<Visit, 'language'>, error: unknown): FieldErrors => {
  const { refusals } = developersTextsFor(visit).webhooks
  // A duplicate is shown at the URL, like every other error of the URL.
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

/** The errors of an app's redirect URIs. */
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
