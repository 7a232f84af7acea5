import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { createApp, deleteApp, listApps, rotateApp, updateApp } from '#oauth/index.ts'
import { listAll, run } from '#pages/run-operation.ts'
import { ScopeTable, scopeSummary } from '#pages/scope-texts.tsx'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { AppSecrets } from './app-secrets.tsx'
import { Apps } from './apps-view.tsx'
import { developersTextsFor, redirectErrors, toastOf } from './texts.ts'

/**
 * Owners and admins see the apps of all members, other members their own. `changed` is the app whose form was refused.
 */
const appsPage = async (visit: SignedInVisit, errors: FieldErrors = {}, changed?: string): Promise<ConsolePage> => {
  const { language, session, form } = visit
  const texts = developersTextsFor(visit)
  const apps = await listAll(visit, listApps, { everyone: isAdmin(session) })
  return {
    title: texts.apps.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'developers',
    toast: toastOf(visit),
    content: h(Apps, {
      texts,
      token: visit.formToken,
      apps: apps.map((app) => {
        const isChanged = app.client_id === changed
        return {
          id: app.client_id,
          name: app.name,
          scopes: scopeSummary(language, app.scope),
          owner: app.owner === session.email ? undefined : filled(texts.apps.ownedBy, { owner: app.owner }),
          isPublic: app.public,
          typed: isChanged ? typedIn(form) : { name: app.name, addresses: app.redirect_uris.join('\n') },
          errors: isChanged ? errors : {},
        }
      }),
      typed:
        changed === undefined
          ? { ...typedIn(form), isPublic: form.has('public') }
          : { name: '', addresses: '', isPublic: false },
      scopeTable: h(ScopeTable, { language, chosen: new Set(form.getAll('scope')) }),
      errors: changed === undefined ? errors : {},
    }),
  }
}

const typedIn = (form: URLSearchParams) => ({
  name: form.get('name') ?? '',
  addresses: form.get('redirect_uris') ?? '',
})

const addressesIn = ({ form }: SignedInVisit): string[] =>
  (form.get('redirect_uris') ?? '').split(/\s+/).filter(Boolean)

/** Errors of single redirect URIs are shown below their field. */
const errorsOf = (visit: SignedInVisit, error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries(redirectErrors(visit, error)).map(([field, text]) => [field.replace(/\[\d+\]$/, ''), text]),
  )

const secretsPage = (
  visit: SignedInVisit,
  { app, client_secret, webhook_signing_key }: Awaited<ReturnType<typeof createApp.run>>,
): ConsolePage => {
  const texts = developersTextsFor(visit)
  return {
    title: filled(texts.apps.secretsTitle, { name: app.name }),
    screen: 'developers',
    content: h(AppSecrets, {
      texts,
      name: app.name,
      clientId: app.client_id,
      secret: client_secret ?? undefined,
      webhookKey: webhook_signing_key,
    }),
  }
}

export const showApps: ConsoleHandler = (visit) => appsPage(visit)

export const registerApp: ConsoleHandler = async (visit) => {
  const { form } = visit
  try {
    const asked = {
      name: form.get('name') ?? '',
      redirect_uris: addressesIn(visit),
      scopes: form.getAll('scope'),
      public: form.has('public'),
    }
    return secretsPage(visit, await run(visit, createApp, asked))
  } catch (error) {
    return appsPage(visit, errorsOf(visit, error))
  }
}

const idIn = ({ params }: SignedInVisit): string => params.id ?? ''

export const changeApp: ConsoleHandler = async (visit) => {
  try {
    await run(visit, updateApp, {
      client_id: idIn(visit),
      name: visit.form.get('name') ?? '',
      redirect_uris: addressesIn(visit),
    })
    return { to: '/app/developers/apps?done=appChanged' }
  } catch (error) {
    return appsPage(visit, errorsOf(visit, error), idIn(visit))
  }
}

export const newSecrets: ConsoleHandler = async (visit) =>
  secretsPage(visit, await run(visit, rotateApp, { client_id: idIn(visit) }))

export const removeApp: ConsoleHandler = async (visit) => {
  await run(visit, deleteApp, { client_id: idIn(visit) })
  return { to: '/app/developers/apps?done=appDeleted' }
}
