import { h } from 'preact'
import { choosePassword, hashNewPassword, whyNotPassword } from '#accounts/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { uriOf } from '#contract/wire.ts'
import { listEventTypes } from '#event-types/index.ts'
import { reasonText } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { loopbackHostOf } from '../notices.ts'
import { barePage, textsFor } from './bare-page.ts'
import { DonePage, PasswordPage } from './done-view.tsx'

export const showDone: ConsoleHandler = async (visit) => {
  const { session, context } = visit
  const texts = textsFor(visit)
  const types = await list(visit, listEventTypes, { user: uriOf(context.links, 'users', session.userId), active: true })
  const first = types.find(({ secret }) => !secret)
  if (!first) return { to: '/app' }
  const address = `${context.links.site}/${session.slug}`
  const framed = `${first.scheduling_url}?${new URLSearchParams({ name: session.name, email: session.email })}`
  const host = loopbackHostOf(context.links)
  const { notices } = inLocale(shellTexts, visit.language.locale)
  const content = h(DonePage, {
    ...{ texts, address, framed, hasPassword: session.hasPassword, hasMailServer: context.mail.hasServer },
    mayInvite: isAdmin(session),
    loopback: isAdmin(session) && host !== undefined ? filled(notices.loopback, { address: host }) : undefined,
  })
  return barePage({ title: texts.titleDone, content, framesBookingPages: true })
}

const passwordPage = (visit: SignedInVisit, wrong?: string): ConsolePage => {
  const texts = textsFor(visit)
  const { formToken: token, session, language } = visit
  const content = h(PasswordPage, { texts, token, email: session.email, hint: language.account.passwordHint, wrong })
  return barePage({ title: texts.password, status: wrong === undefined ? 200 : 400, content })
}

/** Who has a password changes it in their account. */
export const showPassword: ConsoleHandler = async (visit) =>
  visit.session.hasPassword ? { to: '/account' } : passwordPage(visit)

export const takePassword: ConsoleHandler = async (visit) => {
  const password = visit.form.get('password') ?? ''
  const reason = whyNotPassword(password, visit.session)
  if (reason) return passwordPage(visit, reasonText(visit.language, { reason }))
  await run(visit, choosePassword, { password_hash: await hashNewPassword(password) })
  return { to: '/app' }
}
