import { mcpScopes, scopes as restScopes } from '#contract/scopes.ts'
import { createApp, deleteApp, listApps, rotateApp } from '#oauth/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { facts } from '../columns.ts'
import { orRefuse } from '../or-refuse.ts'
import { checkScopes, wordsIn } from '../scope-words.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

/** What its owner must keep, at the top; a public app has no secret. */
const toDocument = ({ app, client_secret, webhook_signing_key }: Awaited<ReturnType<typeof rotateApp.run>>) => ({
  client_id: app.client_id,
  client_secret,
  webhook_signing_key,
  resource: app,
})

const showSecrets = ({
  client_id,
  client_secret,
  webhook_signing_key,
  resource,
}: ReturnType<typeof toDocument>): string =>
  facts(
    {
      'Client ID': client_id,
      'Client secret': client_secret ?? 'none: it is public, and proves itself by PKCE',
      'Webhook signing key': webhook_signing_key,
      Name: resource.name,
      'Redirect URIs': resource.redirect_uris.join(' '),
      Scopes: resource.scope,
    },
    'The secrets are shown only once.',
  )

const create = tenantCommand({
  name: 'app create',
  summary: 'Register an OAuth app and show its secrets once',
  description:
    "People authorize an app to act for them within the scopes it is registered with. A public app (desktop or mobile) can't keep a secret, so it has none.",
  options: {
    name: { value: 'NAME', summary: 'The name people see', required: true },
    'redirect-uri': { value: 'URI', summary: 'The redirect URIs, separated by spaces', required: true },
    scopes: {
      value: 'SCOPES',
      summary: 'The scopes the app can request, separated by spaces: "users:read scheduled_events:read"',
    },
    email: {
      value: 'EMAIL',
      of: 'member',
      summary: "The owner of the app, by email address; by default the organization's owner",
    },
    public: { summary: "The app can't keep a secret" },
    legacy: { summary: 'Legacy app without scopes: full access with the single scope "default"' },
    'no-require-pkce': { summary: "Don't require PKCE; for old clients that have a secret" },
  },
  example:
    '--name "Reporting" --redirect-uri https://reports.example.com/callback --scopes "users:read scheduled_events:read"',
  check: ({ scopes, legacy }) => {
    if (!legacy && wordsIn(scopes).length === 0)
      throw new UsageError('Name the scopes, such as --scopes "users:read", or use --legacy.')
    checkScopes(scopes, [...restScopes, ...mcpScopes])
  },
  run: async (
    tenant,
    { name, 'redirect-uri': uris, scopes, email, public: isPublic, legacy, 'no-require-pkce': noPkce },
  ) => {
    const asked = {
      name,
      redirect_uris: wordsIn(uris),
      scopes: wordsIn(scopes),
      public: isPublic,
      legacy,
      require_pkce: !noPkce,
    }
    return toDocument(await tenant.act(createApp, asked, await tenant.actor(email)))
  },
  show: showSecrets,
})

const list = listCommand({
  name: 'app list',
  summary: 'List registered apps',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Only tokens of this member, by email address' } },
  example: '--email owner@demo.test',
  list: async (tenant, { email }) => {
    if (email === undefined) return tenant.collect(listApps, { everyone: true })
    return tenant.collect(listApps, {}, await tenant.actor(email))
  },
  none: 'No apps.',
  headings: ['client id', 'name', 'of', 'kind', 'redirect URIs'],
  row: (app) => [app.client_id, app.name, app.owner, kindOf(app), app.redirect_uris.join(' ')],
})

const kindOf = (app: { readonly public: boolean; readonly legacy: boolean; readonly require_pkce: boolean }): string =>
  [app.public ? 'public' : 'confidential', app.legacy && 'legacy', !app.require_pkce && 'without PKCE']
    .filter(Boolean)
    .join(', ')

const clientIdOption = {
  'client-id': { value: 'ID', summary: 'The client ID, as shown by `app list`', required: true },
} as const

const none = (clientId: string, organization: { readonly name: string }): string =>
  `No app of "${organization.name}" has the client ID ${clientId}. See: openslot app list`

const rotate = tenantCommand({
  name: 'app rotate',
  summary: 'Rotate the secrets of an app; the old ones stop working immediately',
  options: clientIdOption,
  example: '--client-id ID',
  run: async (tenant, { 'client-id': client_id }) =>
    toDocument(await orRefuse(tenant.act(rotateApp, { client_id }), none(client_id, tenant.organization))),
  show: showSecrets,
})

const remove = tenantCommand({
  name: 'app delete',
  summary: 'Delete an app and revoke its access immediately',
  options: clientIdOption,
  example: '--client-id ID',
  run: async (tenant, { 'client-id': client_id }) => {
    await orRefuse(tenant.act(deleteApp, { client_id }), none(client_id, tenant.organization))
    return { deleted: client_id }
  },
  show: ({ deleted }) => `App ${deleted} deleted. Its tokens no longer work.`,
})

export const commands = [create, list, rotate, remove]
