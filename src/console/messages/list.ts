import { h } from 'preact'
import type { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { createMessageRule, deleteMessageRule, listMessageRules, updateMessageRule } from '#messages/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { list, listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import type { Toast } from '../shell/shell.tsx'
import { MessageList } from './list-view.tsx'
import { templateNames, templates } from './templates.ts'
import { messagesTextsFor, sentenceOf } from './texts.ts'

export const messagesPath = '/app/messages'

export const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const { done } = messagesTextsFor(visit)
  const name = visit.query.get('done') ?? ''
  if (!Object.hasOwn(done, name)) return undefined
  return { text: filled(done[name as keyof typeof done], { email: visit.session.email }) }
}

/** Event types that messages can be for: of everyone for admins, one's own for others. */
export const typesFor = async (visit: SignedInVisit): Promise<{ readonly id: string; readonly name: string }[]> => {
  const { session } = visit
  const types = await listAll(
    visit,
    listEventTypes,
    isAdmin(session) ? { organization: session.organizationId } : { user: session.userId },
  )
  return types
    .filter(({ type }) => type === 'StandardEventType')
    .map((type) => ({ id: idOf(type), name: type.name ?? '' }))
}

const listPage = async (visit: SignedInVisit, wrong?: string): Promise<ConsolePage> => {
  const texts = messagesTextsFor(visit)
  const rules = await list(visit, listMessageRules)
  const names = new Map((await typesFor(visit)).map(({ id, name }) => [id, name]))
  return {
    title: texts.title,
    status: wrong === undefined ? 200 : 400,
    screen: 'messages',
    toast: toastOf(visit),
    content: h(MessageList, {
      ...{ texts, token: visit.formToken, wrong },
      messages: rules.map((rule) => ({
        id: idOf(rule),
        sentence: sentenceOf(texts, visit.language, rule),
        subject: Object.values(rule.texts)[0]?.subject ?? '',
        types: rule.event_types?.map((uri) => names.get(uri.slice(uri.lastIndexOf('/') + 1)) ?? '…').join(', ') ?? null,
        isOn: rule.active,
      })),
      templates: templateNames.map((name) => ({
        name,
        title: texts.templates[name].name,
        sentence: sentenceOf(texts, visit.language, templates[name]),
      })),
    }),
  }
}

export const showMessages: ConsoleHandler = (visit) => listPage(visit)

/** A new message is turned off: its host reads it first. */
export const addMessage: ConsoleHandler = async (visit) => {
  const name = templateNames.find((one) => one === visit.form.get('template')) ?? 'reminder'
  const texts = messagesTextsFor(visit)
  const { subject, body } = texts.templates[name]
  const types = isAdmin(visit.session) ? null : (await typesFor(visit)).map(({ id }) => id).slice(0, 50)
  if (types?.length === 0) return listPage(visit, texts.needsTypes)
  try {
    const made = await run(visit, createMessageRule, {
      ...templates[name],
      event_types: types,
      texts: { [visit.language.locale]: { subject, body } } as z.input<typeof createMessageRule.input>['texts'],
      active: false,
    })
    return { to: `${messagesPath}/${idOf(made)}` }
  } catch (error) {
    return listPage(visit, Object.values(errorsIn(visit.language, error))[0])
  }
}

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

export const switchMessage: ConsoleHandler = async (visit) => {
  const active = visit.form.get('active') === 'true'
  try {
    await run(visit, updateMessageRule, { uuid: idIn(visit), active })
  } catch (error) {
    return listPage(visit, Object.values(errorsIn(visit.language, error))[0])
  }
  return { to: `${messagesPath}?done=${active ? 'on' : 'off'}` }
}

export const removeMessage: ConsoleHandler = async (visit) => {
  await run(visit, deleteMessageRule, { uuid: idIn(visit) })
  return { to: `${messagesPath}?done=deleted` }
}
