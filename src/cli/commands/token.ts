import { legacyScope, scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { orRefuse } from '../or-refuse.ts'
import { checkScopes, wordsIn } from '../scope-words.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const create = tenantCommand({
  name: 'token create',
  summary: 'Create a personal access token and show it once',
  description:
    'A token acts for one member. Anyone who has it can use it, so keep it like a password. Give exactly one of --scopes, --all-scopes, and --legacy.',
  options: {
    email: {
      value: 'EMAIL',
      of: 'member',
      summary: "The member, by email address; by default the organization's owner",
    },
    name: { value: 'NAME', summary: 'A name to recognize the token by', required: true },
    scopes: { value: 'SCOPES', summary: 'The scopes, separated by spaces: "users:read organizations:read"' },
    'all-scopes': { summary: 'All scopes: everything the member can do' },
    legacy: { summary: 'Legacy token without scopes: full access with the single scope "default"' },
  },
  example: '--email owner@demo.test --name "Reporting" --scopes "users:read organizations:read"',
  check: ({ scopes: chosen, 'all-scopes': all, legacy }) => {
    if ([chosen !== undefined, all, legacy].filter(Boolean).length !== 1)
      throw new UsageError('Give exactly one of --scopes, --all-scopes, and --legacy.')
    if (chosen !== undefined && wordsIn(chosen).length === 0)
      throw new UsageError('--scopes is empty. Name at least one, like "users:read".')
    checkScopes(chosen, [...scopes, legacyScope])
  },
  run: async (tenant, { email, name, scopes: chosen, 'all-scopes': all, legacy }) => {
    const granted = all ? scopes : legacy ? [legacyScope] : wordsIn(chosen)
    const { token, secret } = await tenant.act(
      createPersonalAccessToken,
      { name, scopes: [...granted] },
      await tenant.actor(email),
    )
    return { resource: token, token: secret }
  },
  show: ({ resource, token }) =>
    facts(
      { Token: token, Name: resource.name, Of: resource.email, Scopes: resource.scope, Id: resource.uuid },
      'The token is shown only once.',
    ),
})

const list = listCommand({
  name: 'token list',
  summary: 'List active tokens',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Only tokens of this member, by email address' } },
  example: '--email owner@demo.test',
  list: async (tenant, { email }) => {
    if (email === undefined) return tenant.collect(listPersonalAccessTokens, { everyone: true })
    return tenant.collect(listPersonalAccessTokens, {}, await tenant.actor(email))
  },
  none: 'No tokens.',
  headings: ['id', 'name', 'of', 'token', 'created', 'scopes'],
  row: ({ uuid, name, email, hint, created_at, scope }) => [
    uuid,
    name,
    email,
    hint,
    minuteOf(created_at),
    scopesIn(scope),
  ],
})

/** All of them would fill the screen. */
const scopesIn = (scope: string): string => (scope.split(' ').length === scopes.length ? 'all' : scope)

const revoke = tenantCommand({
  name: 'token revoke',
  summary: 'Revoke a token; it stops working immediately',
  options: { id: { value: 'ID', summary: 'The ID of the token, as shown by `token list`', required: true } },
  example: '--id ID',
  run: async (tenant, { id }) => {
    await orRefuse(
      tenant.act(revokePersonalAccessToken, { uuid: id }),
      `No active token of "${tenant.organization.name}" has the ID ${id}. See: openslot token list`,
    )
    return { revoked: id }
  },
  show: ({ revoked }) => `Token ${revoked} revoked.`,
})

export const commands = [create, list, revoke]
