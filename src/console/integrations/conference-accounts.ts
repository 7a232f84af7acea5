import { h } from 'preact'
import {
  beginConferenceConsent,
  type ConsentService,
  checkConferenceAccount,
  connectConferenceWebhook,
  connectZoomOrganization,
  disconnectConferenceAccount,
  finishConferenceConsent,
  useConferenceAccount,
} from '#conferences/index.ts'
import type { ConferenceKind } from '#event-types/index.ts'
import { run } from '#pages/run-operation.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { conferencesPage, conferencesPath } from './conferences.ts'
import { FinishPage } from './page-view.tsx'
import { conferenceErrors, textsFor } from './texts.ts'

const done = (what: string): { readonly to: string } => ({
  to: `${conferencesPath}?${new URLSearchParams({ done: what })}`,
})

/** What was refused stands above the page. */
const orPage =
  (handle: ConsoleHandler): ConsoleHandler =>
  async (visit) => {
    try {
      return await handle(visit)
    } catch (error) {
      return conferencesPage(visit, conferenceErrors(visit, error))
    }
  }

/** To the service, where the owner agrees. */
export const beginConferenceAccount: ConsoleHandler = orPage(async (visit) => {
  const { address } = await run(visit, beginConferenceConsent, { service: visit.params.kind as ConsentService })
  return { to: address }
})

/** Back from the service. The form on the page connects, and looking at it does not. */
export const showConferenceConsent: ConsoleHandler = async (visit) => {
  const texts = textsFor(visit)
  const [state, code] = [visit.query.get('state') ?? '', visit.query.get('code') ?? '']
  if (code === '' || state === '') return conferencesPage(visit, { base: texts.conferences.denied })
  const title = texts.conferences.finishTitle
  const action = '/app/calendars/conferences/consent'
  const content = h(FinishPage, { texts, title, action, token: visit.formToken, state, code })
  return { title, screen: 'integrations', isCapability: true, content }
}

export const finishConferenceAccount: ConsoleHandler = orPage(async (visit) => {
  const { form } = visit
  await run(visit, finishConferenceConsent, { state: form.get('state') ?? '', code: form.get('code') ?? '' })
  return done('connected')
})

export const connectOrganization: ConsoleHandler = orPage(async (visit) => {
  const [account_id, client_id, client_secret] = ['account_id', 'client_id', 'client_secret'].map(
    (name) => visit.form.get(name)?.trim() ?? '',
  ) as [string, string, string]
  await run(visit, connectZoomOrganization, { account_id, client_id, client_secret })
  return done('connected')
})

export const testConferenceAccount: ConsoleHandler = orPage(async (visit) => {
  await run(visit, checkConferenceAccount, { uuid: visit.params.id ?? '' })
  return done('tested')
})

export const disconnectAccount: ConsoleHandler = orPage(async (visit) => {
  await run(visit, disconnectConferenceAccount, { uuid: visit.params.id ?? '' })
  return done('disconnected')
})

export const connectService: ConsoleHandler = orPage(async (visit) => {
  const [kind, url, signing_key] = ['service_kind', 'service_url', 'signing_key'].map(
    (name) => visit.form.get(name)?.trim() ?? '',
  ) as [ConferenceKind, string, string]
  await run(visit, connectConferenceWebhook, { kind, url, signing_key })
  return done('connected')
})

export const useAccount: ConsoleHandler = orPage(async (visit) => {
  await run(visit, useConferenceAccount, { uuid: visit.params.id ?? '' })
  return done('connected')
})
