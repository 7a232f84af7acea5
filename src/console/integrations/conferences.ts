import { h } from 'preact'
import { conferenceConsentOrigins, consentServices, listConferenceAccounts } from '#conferences/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { idInUri, uriOf } from '#contract/wire.ts'
import { conferenceKinds, getConferenceLinks, setConferenceLink } from '#event-types/index.ts'
import { errorIn, FormError } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { eventTypesTexts } from '../../../languages/console/event-types.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { savingFields, sentFields } from '../saving.ts'
import { ConferencesPage } from './conferences-view.tsx'
import { conferenceFaultIn, textsFor } from './texts.ts'

export const conferencesPath = '/app/integrations/conferences'

/** An empty `base` stands for nothing wrong. */
export const conferencesPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const { language, form, formToken: token, context, query } = visit
  const texts = textsFor(visit)
  const rooms = await run(visit, getConferenceLinks, {})
  const links = new Map(rooms.flatMap(({ kind, url }) => (url === null ? [] : [[kind, url] as const])))
  const byCalendar = rooms.filter(({ source }) => source === 'calendar').map(({ kind }) => kind)
  const accounts = await list(visit, listConferenceAccounts)
  const { locations } = inLocale(eventTypesTexts, language.locale)
  const { save, saved } = inLocale(shellTexts, language.locale)
  const done = query.get('done') ?? ''
  const toasts = { ...texts.conferences.done, tested: texts.conferences.tested }
  // What an account makes needs no link; whoever has set one all the same sees it.
  const made = accounts.filter(({ user }) => user !== null).map(({ kind }) => kind)
  const fields = conferenceKinds
    .filter((kind) => links.has(kind) || !made.includes(kind))
    .map((kind) => ({
      ...{ name: kind, label: locations[kind], value: form.get(kind) ?? links.get(kind) ?? '', wrong: errors[kind] },
      hint: byCalendar.includes(kind) ? texts.conferences.byCalendar : undefined,
    }))
  return {
    title: texts.conferences.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'integrations',
    toast: Object.hasOwn(toasts, done) ? { text: toasts[done as keyof typeof toasts] } : undefined,
    formTargets: conferenceConsentOrigins(context.oauthClients),
    content: h(ConferencesPage, {
      ...{ texts, token, action: conferencesPath, fields, saveText: save, savedText: saved, wrong: errors.base },
      accounts: accounts.map(({ uri, service, kind, account, user, ...health }) => ({
        ...{ id: idInUri(uri), account, isOwn: user !== null, mayChange: user !== null || isAdmin(visit.session) },
        ...{ name: locations[kind], isUsed: health.is_used, isLost: health.is_lost },
        consent: service === 'zoom' || service === 'webex' ? service : undefined,
        fault: health.reason_code === null ? undefined : conferenceFaultIn(visit, health.reason_code),
      })),
      services: consentServices
        .filter((service) => context.oauthClients[service])
        .map((service) => ({ service, name: locations[`${service}_conference`] }))
        .filter(({ service }) => !accounts.some((one) => one.user !== null && one.service === service)),
      mayConnectZoom: isAdmin(visit.session) && !accounts.some(({ service }) => service === 'zoom_server'),
      mayConnectOrganization: isAdmin(visit.session),
      kinds: conferenceKinds.map((kind) => ({ kind, label: locations[kind] })),
      typedService: form.has('service_url')
        ? { kind: form.get('service_kind') ?? '', url: form.get('service_url') ?? '' }
        : undefined,
    }),
  }
}

export const showConferences: ConsoleHandler = (visit) => conferencesPage(visit)

/** An empty address removes the one there was. */
export const saveConferences: ConsoleHandler = savingFields(
  async (visit) => {
    const user = uriOf(visit.context.links, 'users', visit.session.userId)
    for (const kind of conferenceKinds.filter((one) => sentFields(visit).includes(one))) {
      await run(visit, setConferenceLink, { user, kind, url: visit.form.get(kind)?.trim() || null }).catch(
        (error: unknown) => {
          throw new FormError({ [kind]: errorIn(visit.language, error) })
        },
      )
    }
    return undefined
  },
  conferencesPage,
  () => conferencesPath,
)
