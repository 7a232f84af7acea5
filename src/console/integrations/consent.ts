import { h } from 'preact'
import { beginCalendarConsent, finishCalendarConsent, type OauthKind } from '#calendars/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { done } from './handlers.ts'
import { calendarsPage } from './page.ts'
import { FinishPage } from './page-view.tsx'
import { calendarErrors, textsFor } from './texts.ts'

const refusedPage = (visit: SignedInVisit, base: string): Promise<ConsolePage> =>
  calendarsPage(visit, { typed: { kind: undefined, url: '', username: '', wrong: { base } } })

/** To the service, where the owner agrees. */
export const beginConsent: ConsoleHandler = async (visit) => {
  try {
    const { address } = await run(visit, beginCalendarConsent, { kind: visit.params.kind as OauthKind })
    return { to: address }
  } catch (error) {
    return refusedPage(visit, Object.values(calendarErrors(visit, error))[0] ?? '')
  }
}

/** Back from the service. The form on the page connects, and looking at it does not. */
export const showConsent: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const [state, code] = [visit.query.get('state') ?? '', visit.query.get('code') ?? '']
  if (code === '' || state === '') return refusedPage(visit, texts.denied)
  const [title, action] = [texts.finishTitle, '/app/calendars/consent']
  const content = h(FinishPage, { texts, title, action, token: visit.formToken, state, code })
  return { title, screen: 'integrations', isCapability: true, content }
}

export const finishConsent: ConsoleHandler = async (visit) => {
  const { form } = visit
  try {
    await run(visit, finishCalendarConsent, { state: form.get('state') ?? '', code: form.get('code') ?? '' })
    return done('connected')
  } catch (error) {
    return refusedPage(visit, Object.values(calendarErrors(visit, error))[0] ?? '')
  }
}
