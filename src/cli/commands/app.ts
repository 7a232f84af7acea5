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
      'Client id': client_id,
      'Client secret': client_secret ?? 'none: it is public, and proves itself by PKCE',
      'Webhook signing key': webhook_signing_key,
      Name: resource.name,
      'Redirect URIs': resource.redirect_uris.join(' '),
      Scopes: resource.scope,
    },
    'The secrets are shown only this once.',
  )

const create = tenantCommand({
  name: 'app create',
  summary: 'Register an application for OAuth, and show its secrets, this once',
  description:
    'People allow an application to act for them, within the scopes it was registered with. A public one (a desktop or mobile application) cannot keep a secret, and gets none.',
  options: {
    name: { value: 'NAME', summary: 'What people are shown', required: true },
    'redirect-uri': { value: 'URI', summary: 'Where answers go; several are separated by spaces', required: true },
    scopes: {
      value: 'SCOPES',
      summary: 'What it may ask for, separated by spaces: "users:read scheduled_events:read"',
    },
    email: { value: 'EMAIL', of: 'member', summary: "Whose application; the owner's if left out" },
    public: { summary: 'It cannot keep a secret' },
    legacy: { summary: 'From before there were scopes: everything, under the one scope "default"' },
    'no-require-pkce': { summary: 'Let it come without PKCE; for old clients that have a secret' },
  },
  example:
    '--name "Reporting" --redirect-uri https://reports.example.com/callback --scopes "users:read scheduled_events:read"',
  check: ({ scopes, legacy }) => {
    if (!legacy && wordsIn(scopes).length === 0)
      throw new UsageError('Say what it may ask for, like --scopes "users:read", or --legacy.')
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
  summary: 'List the applications that were registered',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Only those of this member' } },
  example: '--email owner@demo.test',
  list: async (tenant, { email }) => {
    if (email === undefined) return tenant.collect(listApps, { everyone: true })
    return tenant.collect(listApps, {}, await tenant.actor(email))
  },
  none: 'There are no applications.',
  headings: ['client id', 'name', 'of', 'kind', 'redirect URIs'],
  row: (app) => [app.client_id, app.name, app.owner, kindOf(app), app.redirect_uris.join(' ')],
})

const kindOf = (app: { readonly public: boolean; readonly legacy: boolean; readonly require_pkce: boolean }): string =>
  [app.public ? 'public' : 'confidential', app.legacy && 'legacy', !app.require_pkce && 'without PKCE']
    .filter(Boolean)
    .join(', ')

const clientIdOption = {
  'client-id': { value: 'ID', summary: 'Which one, as `app list` shows it', required: true },
} as const

const none = (clientId: string, organization: { readonly name: string }): string =>
  `No application of "${organization.name}" has the client id ${clientId}. See: openslot app list`

const rotate = tenantCommand({
  name: 'app rotate',
  summary: 'Give an application new secrets, and end the old ones at once',
  options: clientIdOption,
  example: '--client-id ID',
  run: async (tenant, { 'client-id': client_id }) =>
    toDocument(await orRefuse(tenant.act(rotateApp, { client_id }), none(client_id, tenant.organization))),
  show: showSecrets,
})

const remove = tenantCommand({
  name: 'app delete',
  summary: 'Delete an application; all it was allowed ends at once',
  options: clientIdOption,
  example: '--client-id ID',
  run: async (tenant, { 'client-id': client_id }) => {
    await orRefuse(tenant.act(deleteApp, { client_id }), none(client_id, tenant.organization))
    return { deleted: client_id }
  },
  show: ({ deleted }) => `The application ${deleted} is deleted, and none of its tokens work any more.`,
})

export const commands = [create, list, rotate, remove]
