import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type MeetingsTexts, meetingsTexts } from '../../../languages/console/meetings.ts'

/** Without a mail server, no text promises an email. */
export const textsFor = ({ language, context }: Pick<SignedInVisit, 'language' | 'context'>): MeetingsTexts => {
  const texts = inLocale(meetingsTexts, language.locale)
  return context.mail.hasServer
    ? texts
    : { ...texts, cancelReasonHint: texts.notNotified, cancelAnd: texts.cancelWithoutMail, bookHint: texts.notNotified }
}
