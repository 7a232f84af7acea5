import { legacyScope, scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { facts, minuteOf } from '../columns.ts'
import { orRefuse } from '../or-refuse.ts'
import { checkScopes, wordsIn } from '../scope-words.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const create = tenantCommand({
  name: 'token create',
  summary: 'Create a personal access token and show it, this once',
  description:
    'A token acts for one member and lets in whoever holds it, so keep it like a password. Say what it is allowed to do with exactly one of --scopes, --all-scopes and --legacy.',
  options: {
    email: { value: 'EMAIL', of: 'member', summary: "Whose token; the owner's if left out" },
    name: { value: 'NAME', summary: 'What it is for, to recognise it by', required: true },
    scopes: { value: 'SCOPES', summary: 'What it may do, separated by spaces: "users:read organizations:read"' },
    'all-scopes': { summary: 'It may do everything its member may' },
    legacy: { summary: 'A token from before there were scopes: everything, under the one scope "default"' },
  },
  example: '--email owner@demo.test --name "Reporting" --scopes "users:read organizations:read"',
  check: ({ scopes: chosen, 'all-scopes': all, legacy }) => {
    if ([chosen !== undefined, all, legacy].filter(Boolean).length !== 1)
      throw new UsageError('Give exactly one of --scopes, --all-scopes and --legacy.')
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
      'The token is shown only this once.',
    ),
})

const list = listCommand({
  name: 'token list',
  summary: 'List the tokens that work',
  options: { email: { value: 'EMAIL', of: 'member', summary: 'Only those of this member' } },
  example: '--email owner@demo.test',
  list: async (tenant, { email }) => {
    if (email === undefined) return tenant.collect(listPersonalAccessTokens, { everyone: true })
    return tenant.collect(listPersonalAccessTokens, {}, await tenant.actor(email))
  },
  none: 'There are no tokens.',
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
  summary: 'Revoke a token; it stops working at once',
  options: { id: { value: 'ID', summary: 'Which one, as `token list` shows it', required: true } },
  example: '--id ID',
  run: async (tenant, { id }) => {
    await orRefuse(
      tenant.act(revokePersonalAccessToken, { uuid: id }),
      `No token in "${tenant.organization.name}" that works has the id ${id}. See: openslot token list`,
    )
    return { revoked: id }
  },
  show: ({ revoked }) => `The token ${revoked} does not work any more.`,
})

export const commands = [create, list, revoke]
