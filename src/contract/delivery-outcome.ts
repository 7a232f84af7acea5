import { z } from 'zod'

/** What came of an attempt to deliver a webhook or a mail, with its text in the API and the command line. */
const outcomeTexts = {
  accepted: 'accepted',
  written: 'written to a file',
  answered: 'answered {value}',
  not_allowed: 'not allowed: {value}',
  unknown_name: 'no such name',
  unreachable: 'unreachable: {value}',
  no_connection: 'no connection in time',
  no_answer: 'no answer in time',
  no_recipient: 'no such recipient: {value}',
  daily_limit: 'not sent: the limit of messages in a day was reached',
  subscription_deleted: 'not sent: the subscription was deleted',
  restored: 'restored from a backup',
}
export type OutcomeCode = keyof typeof outcomeTexts

/** As the database has it: `answered:503`. */
export const storedOutcome = (code: OutcomeCode, value?: string | number): string =>
  value === undefined ? code : `${code}:${value}`

export interface ShownOutcome {
  outcome: string | null
  outcome_code: OutcomeCode | null
  outcome_value: string | null
}

/** In a resource. A code of a later release has no text of its own. */
export const outcomeFields = (stored: string | null): ShownOutcome => {
  const [, code = '', value] = /^(\w+)(?::(.*))?$/s.exec(stored ?? '') ?? []
  if (!isKnown(code)) return { outcome: stored, outcome_code: null, outcome_value: null }
  return {
    outcome: outcomeTexts[code].replace('{value}', () => value ?? ''),
    outcome_code: code,
    outcome_value: value ?? null,
  }
}

const isKnown = (code: string): code is OutcomeCode => Object.hasOwn(outcomeTexts, code)

/** In the schema of a resource. */
export const outcomeSchema = {
  outcome: z.string().nullable().meta({ description: 'What came of the last attempt' }),
  outcome_code: z.enum(Object.keys(outcomeTexts) as OutcomeCode[]).nullable(),
  outcome_value: z.string().nullable().meta({ description: 'Such as the status that the receiver responded with' }),
}
