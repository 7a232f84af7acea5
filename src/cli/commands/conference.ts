import {
  checkConferenceAccount,
  connectConferenceWebhook,
  connectZoomOrganization,
  disconnectConferenceAccount,
  listConferenceAccounts,
} from '#conferences/index.ts'
import { idInUri } from '#contract/wire.ts'
import { conferenceKinds, setConferenceLink } from '#event-types/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { organizationOption, type Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const options = {
  email: { value: 'EMAIL', of: 'member', summary: 'The host, by email address', required: true },
  kind: {
    value: 'KIND',
    summary: `The kind of conference: ${conferenceKinds.join(', ')}`,
    choices: conferenceKinds,
    required: true,
  },
  ...organizationOption,
} as const

const setLink = async (tenant: Tenant, email: string, kind: (typeof conferenceKinds)[number], url: string | null) => ({
  resource: await tenant.act(
    setConferenceLink,
    { user: await tenant.userUri(email), kind, url },
    await tenant.actor(email),
  ),
  email,
})

const set = tenantCommand({
  name: 'conference set',
  summary: "Set a host's URL for a kind of conference",
  description:
    'Meetings with that kind of location get this URL. {random} in it becomes letters and digits that nobody can guess, different for each meeting; {uuid} becomes the ID of the meeting.',
  options: {
    ...options,
    url: { value: 'URL', summary: 'An https URL, such as https://meet.example.com/{random}', required: true },
  },
  example: '--email user@demo.test --kind zoom_conference --url "https://meet.example.com/{random}"',
  run: (tenant, { email, kind, url }) => setLink(tenant, email, kind, url),
  show: ({ resource, email }) => `${email} now uses ${resource.url} for ${resource.kind}.`,
})

const remove = tenantCommand({
  name: 'conference remove',
  summary: "Remove a host's URL for a kind of conference",
  options,
  example: '--email user@demo.test --kind zoom_conference',
  run: (tenant, { email, kind }) => setLink(tenant, email, kind, null),
  show: ({ resource, email }) => `${email} no longer has a URL for ${resource.kind}.`,
})

const accounts = listCommand({
  name: 'conference accounts',
  summary: 'List the accounts that make the video meetings of a member',
  options: { email: options.email },
  example: '--email user@demo.test',
  list: async (tenant, { email: of }) => tenant.gather(listConferenceAccounts, {}, await tenant.actor(of)),
  none: 'No accounts. Members connect theirs at /app/integrations/conferences; to connect Zoom for all: openslot conference connect-zoom --help',
  headings: ['account', 'service', 'kind', 'name', 'of', 'what is wrong'],
  row: ({ uri, service, kind, account, user, reason }) => [
    idInUri(uri),
    service,
    kind,
    account,
    user !== null ? 'the member' : 'the organization',
    reason ?? '',
  ],
})

const connectZoom = tenantCommand({
  name: 'conference connect-zoom',
  summary: 'Connect the Zoom account of the organization, which makes the video meetings of its members',
  description:
    'With the keys of a server-to-server OAuth app at Zoom. They are tested first. Give the client secret on standard input or in OPENSLOT_ZOOM_SECRET, never as an argument.',
  options: {
    'account-id': { value: 'ID', summary: 'The account ID of the app', required: true, field: 'account_id' },
    'client-id': { value: 'ID', summary: 'The client ID of the app', required: true, field: 'client_id' },
    'client-secret': {
      value: 'SECRET',
      summary: 'The client secret of the app, on standard input or in OPENSLOT_ZOOM_SECRET',
      secretIn: 'OPENSLOT_ZOOM_SECRET',
      field: 'client_secret',
    },
  },
  example: '--account-id ID --client-id ID < secret.txt',
  run: async (tenant, { 'account-id': account_id, 'client-id': client_id, 'client-secret': client_secret }) => {
    if (client_secret === undefined)
      throw new UsageError('Give the client secret on standard input or in OPENSLOT_ZOOM_SECRET.')
    return { resource: await tenant.act(connectZoomOrganization, { account_id, client_id, client_secret }) }
  },
  show: ({ resource }) => `Zoom account ${resource.account} connected.`,
})

const connect = tenantCommand({
  name: 'conference connect',
  summary: 'Connect a service of your own that makes the video meetings of the organization',
  description:
    'It gets signed requests, and is tested first with a meeting that is deleted again. Give the signing key, of at least 16 characters, on standard input or in OPENSLOT_CONFERENCE_KEY, never as an argument.',
  options: {
    kind: options.kind,
    url: { value: 'URL', summary: 'Where the requests go, by https', required: true },
    key: {
      value: 'KEY',
      summary: 'The signing key, on standard input or in OPENSLOT_CONFERENCE_KEY',
      secretIn: 'OPENSLOT_CONFERENCE_KEY',
    },
  },
  example: '--kind zoom_conference --url https://meetings.example.com/openslot < key.txt',
  patienceMinutes: 2,
  run: async (tenant, { kind, url, key }) => {
    if (key === undefined) throw new UsageError('Give the signing key on standard input or in OPENSLOT_CONFERENCE_KEY.')
    return { resource: await tenant.act(connectConferenceWebhook, { kind, url, signing_key: key }) }
  },
  show: ({ resource }) => `${resource.account} connected. It makes the meetings at ${resource.kind}.`,
})

const account = {
  value: 'ID',
  summary: 'The ID of the account, as shown by `conference accounts`',
  required: true,
} as const

const check = tenantCommand({
  name: 'conference check',
  summary: 'Test an account with a video meeting that is deleted again',
  options: { account },
  example: '--account ID',
  patienceMinutes: 2,
  run: async (tenant, { account: uuid }) => ({ resource: await tenant.act(checkConferenceAccount, { uuid }) }),
  show: ({ resource }) => `${resource.account} works: a video meeting was created and deleted again.`,
})

const disconnect = tenantCommand({
  name: 'conference disconnect',
  summary: 'Disconnect an account that makes video meetings',
  options: { account },
  example: '--account ID',
  run: async (tenant, { account: uuid }) => {
    await tenant.act(disconnectConferenceAccount, { uuid })
    return { disconnected: uuid }
  },
  show: () => 'Disconnected. Meetings keep the links that they have.',
})

export const commands = [set, remove, accounts, connect, connectZoom, check, disconnect]
