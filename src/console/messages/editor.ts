import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { idInUri } from '#contract/wire.ts'
import { type Locale, locales } from '#event-types/index.ts'
import { getMessageRule, type MessageTexts, updateMessageRule, variableNames } from '#messages/index.ts'
import { previewMessageRule, testMessageRule } from '#notifications/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { languages } from '../../../languages/all.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { MessageEditor } from './editor-view.tsx'
import { messagesPath, toastOf, typesFor } from './list.ts'
import { inUnits, messagesTextsFor, minutesFrom, sentenceOf } from './texts.ts'

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

const localeIn = ({ form, query, language }: SignedInVisit, texts: MessageTexts): Locale => {
  const asked = form.get('locale') ?? query.get('text') ?? language.locale
  return (
    locales.find((locale) => locale === asked && (query.has('text') || form.has('locale') || texts[locale])) ??
    locales.find((locale) => texts[locale]) ??
    'en'
  )
}

const editorPage = async (visit: SignedInVisit, refused?: FieldErrors): Promise<ConsolePage> => {
  const texts = messagesTextsFor(visit)
  const { form, language, session } = visit
  const rule = await run(visit, getMessageRule, { uuid: idIn(visit) })
  const locale = localeIn(visit, rule.texts)
  const chosen = refused ? form.getAll('types') : (rule.event_types ?? []).map(idInUri)
  const distance = rule.offset_minutes === null ? undefined : inUnits(rule.offset_minutes)
  const own = rule.texts[locale]
  return {
    title: sentenceOf(texts, language, rule),
    status: refused ? 400 : 200,
    screen: 'messages',
    toast: toastOf(visit),
    content: h(MessageEditor, {
      ...{ texts, token: visit.formToken, errors: refused ?? {}, locale },
      id: idIn(visit),
      title: sentenceOf(texts, language, rule),
      isOn: rule.active,
      offersAll: isAdmin(session),
      types: (await typesFor(visit)).map((type) => ({ ...type, isChosen: chosen.includes(type.id) })),
      offset: distance && {
        count: refused ? (form.get('count') ?? '') : String(distance.count),
        unit: refused ? (form.get('unit') ?? '') : distance.unit,
      },
      audience: refused ? (form.get('audience') ?? '') : rule.audience,
      subject: refused ? (form.get('subject') ?? '') : (own?.subject ?? ''),
      body: refused ? (form.get('body') ?? '') : (own?.body ?? ''),
      languages: languages.map((one) => ({
        ...{ locale: one.locale, name: one.name, isWritten: rule.texts[one.locale as Locale] !== undefined },
      })),
      variables: [...variableNames.map((name) => `{${name}}`), '{answer:1}'],
      preview: own && (await run(visit, previewMessageRule, { uuid: idIn(visit), locale })),
    }),
  }
}

export const showMessage: ConsoleHandler = (visit) => editorPage(visit)

const backTo = (visit: SignedInVisit, done: string): { readonly to: string } => ({
  to: `${messagesPath}/${idIn(visit)}?${new URLSearchParams({ text: visit.form.get('locale') ?? 'en', done })}`,
})

/** Errors of a text stand at its fields. */
const atFields = (visit: SignedInVisit, error: unknown, locale: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errorsIn(visit.language, error)).map(([name, text]) => [
      name.replace(`texts.${locale}.`, '').replace('offset_minutes', 'count'),
      text,
    ]),
  )

export const saveMessage: ConsoleHandler = async (visit) => {
  const { form } = visit
  const rule = await run(visit, getMessageRule, { uuid: idIn(visit) })
  const locale = localeIn(visit, rule.texts)
  const [subject, body] = [form.get('subject')?.trim() ?? '', (form.get('body') ?? '').replaceAll('\r\n', '\n').trim()]
  const { [locale]: _, ...others } = rule.texts
  const texts = subject === '' && body === '' ? others : { ...others, [locale]: { subject, body } }
  const types = form.getAll('types')
  try {
    await run(visit, updateMessageRule, {
      uuid: idIn(visit),
      texts,
      event_types: types.length === 0 ? null : types,
      audience: form.get('audience') === 'hosts' ? 'hosts' : 'invitee',
      ...(form.has('count') ? { offset_minutes: minutesFrom(Number(form.get('count')), form.get('unit') ?? '') } : {}),
    })
  } catch (error) {
    return editorPage(visit, atFields(visit, error, locale))
  }
  return backTo(visit, 'saved')
}

export const testMessage: ConsoleHandler = async (visit) => {
  const locale = locales.find((one) => one === visit.form.get('locale')) ?? 'en'
  try {
    await run(visit, testMessageRule, { uuid: idIn(visit), locale })
  } catch (error) {
    return editorPage(visit, errorsIn(visit.language, error))
  }
  return backTo(visit, 'tested')
}
