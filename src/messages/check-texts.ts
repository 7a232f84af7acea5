import { type Detail, invalid } from '#contract/problem.ts'
import type { MessageRule, MessageTexts } from './message-rule.ts'
import { linkFaults, type OwnWordsFault, parseBody, parseSubject, variableNames } from './own-words.ts'

/** Refuses texts with unknown variables or with links that may not be sent, and names the field of each. */
export const checkTexts = (texts: MessageTexts, isAllowed: (host: string) => boolean): void => {
  const details = Object.entries(texts).flatMap(([locale, text]) =>
    text
      ? [
          ...faultsIn(`texts.${locale}.subject`, [
            ...parseSubject(text.subject).faults,
            ...linkFaults(text.subject, isAllowed),
          ]),
          ...faultsIn(`texts.${locale}.body`, [...parseBody(text.body).faults, ...linkFaults(text.body, isAllowed)]),
        ]
      : [],
  )
  if (details.length > 0) throw invalid(...details.slice(0, 20))
}

/** The first fault of a field is enough. */
const faultsIn = (parameter: string, [fault]: readonly OwnWordsFault[]): Detail[] =>
  fault
    ? [
        {
          parameter,
          reason: fault.reason,
          values: { part: fault.part, choices: variableNames.map((name) => `{${name}}`).join(' ') },
        },
      ]
    : []

/** Only what is before or after a meeting has a distance from it. */
export const checkOffset = ({ trigger, offsetMinutes }: Pick<MessageRule, 'trigger' | 'offsetMinutes'>): void => {
  const hasOffset = trigger === 'before' || trigger === 'after'
  if (hasOffset && offsetMinutes === null) throw invalid({ parameter: 'offset_minutes', reason: 'missing' })
  if (!hasOffset && offsetMinutes !== null)
    throw invalid({ parameter: 'offset_minutes', reason: 'offset_without_meeting' })
}
