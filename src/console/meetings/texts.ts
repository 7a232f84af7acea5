import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type MeetingsTexts, meetingsTexts } from '../../../languages/console/meetings.ts'

/** Where no mail server is set, nothing says that somebody is notified. */
export const textsFor = ({ language, context }: Pick<SignedInVisit, 'language' | 'context'>): MeetingsTexts => {
  const texts = inLocale(meetingsTexts, language.locale)
  return context.mail.hasServer
    ? texts
    : { ...texts, cancelReasonHint: texts.notNotified, cancelAnd: texts.cancelWithoutMail }
}
