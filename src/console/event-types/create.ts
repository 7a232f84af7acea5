import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import { createEventType, createSharedEventType } from '#event-types/index.ts'
import { getMemberRights, listOrganizationMemberships } from '#organizations/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors, Option } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { CreatePage, type Kind, kinds } from './create-view.tsx'
import { translateQuestion } from './first-question.ts'
import { textsFor } from './texts.ts'

/** Those whom an owner or admin can name, besides `except`. Nobody for plain users. */
export const colleaguesOf = async (visit: SignedInVisit, except: readonly string[]): Promise<Option[]> => {
  if (!isAdmin(visit.session)) return []
  const { organizationId } = visit.session
  const members = await listAll(visit, listOrganizationMemberships, {
    organization: uriOf(visit.context.links, 'organizations', organizationId),
  })
  return members
    .filter(({ user }) => !except.includes(user.uri))
    .map(({ user }) => ({ value: user.uri, label: user.name }))
}

const kindIn = (text: string | null): Kind => kinds.find((kind) => kind === text) ?? 'solo'

const page = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { session, formToken, form, context } = visit
  const colleagues = await colleaguesOf(visit, [uriOf(context.links, 'users', session.userId)])
  const kind = kindIn(form.get('kind') ?? visit.query.get('kind'))
  return {
    title: texts.newType,
    screen: 'event-types',
    status: Object.keys(errors).length > 0 ? 400 : 200,
    content: h(CreatePage, {
      ...{ texts, token: formToken, kind, colleagues, errors },
      view: { texts, language: visit.language, values: { name: form.getAll('name') }, schedules: [] },
      owner: session.name,
      hosts: form.getAll('host'),
    }),
  }
}

/** Whether the organization lets them make event types by themselves. */
export const mayCreate = async (visit: SignedInVisit): Promise<boolean> =>
  isAdmin(visit.session) || (await run(visit, getMemberRights, {})).create_event_types

/** Refused in the words of the operation, before anything is typed. */
export const createPage: ConsoleHandler = async (visit) => {
  if (!(await mayCreate(visit))) throw refuse('left_to_admins')
  return page(visit)
}

/** It can be booked at once: a link that does not work helps nobody. */
export const takeNewType: ConsoleHandler = async (visit) => {
  const { form, session, context } = visit
  const kind = kindIn(form.get('kind'))
  const type = { owner: uriOf(context.links, 'users', session.userId), name: form.get('name') ?? '', active: true }
  const hosts = kind === 'group' ? [] : form.getAll('host').map((user) => ({ user }))
  try {
    const made = await (kind === 'solo'
      ? run(visit, createEventType, type)
      : run(visit, createSharedEventType, { ...type, sharing: kind, hosts }))
    await translateQuestion(visit, made)
    return { to: `/app/types/${idOf(made)}?${new URLSearchParams({ done: 'created', of: idOf(made) })}` }
  } catch (error) {
    return page(visit, errorsIn(visit.language, error))
  }
}
