import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type MeetingsTexts, meetingsTexts } from '../../../languages/console/meetings.ts'

export const textsFor = ({ language }: Pick<SignedInVisit, 'language'>): MeetingsTexts => inLocale(meetingsTexts, language.locale)
