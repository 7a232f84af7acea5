import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { languageOf } from '../../../languages/all.ts'
import type { EditedType, Summaries } from './edited-type.ts'
import { spanOf, textsFor, windowOf } from './texts.ts'

/** What the closed sections of the editor say: the values in them. */
export const summariesOf = (visit: SignedInVisit, type: EditedType, locale: string | null): Summaries => {
  const texts = textsFor(visit)
  const own = visit.language.locale
  const { rules } = type
  const label = (words: string, value: string): string => `${words}: ${value}`
  const joined = (...parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(' · ')
  return {
    link: joined(new URL(type.address).pathname, type.isSecret ? texts.hidden : texts.shown),
    around: joined(
      rules.before > 0 && label(texts.before, spanOf(own, rules.before)),
      rules.after > 0 && label(texts.after, spanOf(own, rules.after)),
      label(texts.every, spanOf(own, rules.increment)),
      rules.perDay !== '' && label(texts.perDay, rules.perDay),
      rules.perWeek !== '' && label(texts.perWeek, rules.perWeek),
    ),
    window: windowOf(texts, own, rules.window),
    questions: type.questions.length === 0 ? texts.nameAndEmail : type.questions.map(({ name }) => name).join(' · '),
    hosts:
      type.hosts.length < 2
        ? filled(texts.onlyYou, { name: type.ownerName })
        : type.hosts.map(({ name }) => name).join(', '),
    mails: joined(
      texts.confirmation,
      type.reminders.length > 0 &&
        [...type.reminders]
          .sort((a, b) => b - a)
          .map((minutes) => spanOf(own, minutes))
          .join(', '),
    ),
    after: joined(
      type.redirect === '' ? texts.thanks : type.redirect,
      locale === null ? texts.browserLanguage : languageOf(locale).name,
    ),
    copies:
      type.copies === undefined || type.copies.length === 0
        ? texts.copies.none
        : counted(visit.language, type.copies.length, texts.copies.count),
    rights: type.isManaged ? texts.adminsOnly : filled(texts.ownerAndAdmins, { name: type.ownerName }),
  }
}
