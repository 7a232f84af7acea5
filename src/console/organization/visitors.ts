import { h } from 'preact'
import { botProtections, changeVisitorRules, getVisitorRules } from '#organizations/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { savingFields, sentFields } from '../saving.ts'
import { administrationTextsFor } from './texts.ts'
import { VisitorRulesView } from './visitors-view.tsx'

const path = '/app/organization/visitors'

const visitorsPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = administrationTextsFor(visit)
  const rules = await run(visit, getVisitorRules, {})
  return {
    title: texts.visitors.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'organization',
    content: h(VisitorRulesView, {
      texts,
      saved: inLocale(shellTexts, visit.language.locale).saved,
      token: visit.formToken,
      action: path,
      protection: rules.bot_protection,
      blocked: visit.form.get('blocked_addresses') ?? rules.blocked_addresses.join('\n'),
      errors,
    }),
  }
}

export const showVisitorRules: ConsoleHandler = (visit) => visitorsPage(visit)

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)

export const changeVisitors = savingFields(
  async (visit) => {
    const { form } = visit
    const fields = sentFields(visit)
    await run(visit, changeVisitorRules, {
      ...(fields.includes('bot_protection')
        ? { bot_protection: botProtections.find((one) => one === form.get('bot_protection')) }
        : {}),
      ...(fields.includes('blocked_addresses')
        ? { blocked_addresses: linesOf(form.get('blocked_addresses') ?? '') }
        : {}),
    })
    return undefined
  },
  visitorsPage,
  () => path,
)
