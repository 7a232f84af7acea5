import {
  checkPaymentAccount,
  connectPaymentAccount,
  disconnectPaymentAccount,
  listPaymentAccounts,
} from '#payments/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const accounts = listCommand({
  name: 'payment accounts',
  summary: 'List the accounts that take payments',
  options: {},
  example: '',
  list: (tenant) => tenant.gather(listPaymentAccounts, {}),
  none: 'No accounts. To connect one: openslot payment connect-stripe --help',
  headings: ['account', 'service', 'name', 'state', 'webhook URL', 'what is wrong'],
  row: ({ uri, service, account, state, webhook_url, reason }) => [
    uri.slice(uri.lastIndexOf('/') + 1),
    service,
    account,
    state,
    webhook_url,
    reason ?? '',
  ],
})

const shown = ({ resource }: { readonly resource: { readonly account: string; readonly webhook_url: string } }) =>
  `${resource.account} connected. Its messages go to ${resource.webhook_url}`

const keyMissing = (name: string, variable: string): UsageError =>
  new UsageError(`Give the ${name} on standard input or in ${variable}.`)

const connectStripe = tenantCommand({
  name: 'payment connect-stripe',
  summary: 'Connect the Stripe account of the organization, which takes the payments of invitees',
  description:
    'With a secret key, or a key restricted to Checkout sessions, charges, and refunds. It is tested first. Give it on standard input or in OPENSLOT_STRIPE_KEY, never as an argument; after a space, the signing secret of the webhook endpoint.',
  options: {
    key: {
      value: 'KEY',
      summary: 'The key and the signing secret, on standard input or in OPENSLOT_STRIPE_KEY',
      secretIn: 'OPENSLOT_STRIPE_KEY',
    },
  },
  example: '< key.txt',
  patienceMinutes: 2,
  run: async (tenant, { key }) => {
    if (key === undefined) throw keyMissing('key', 'OPENSLOT_STRIPE_KEY')
    const [secret_key = '', webhook_secret = null] = key.trim().split(/\s+/)
    const keys = { service: 'stripe' as const, secret_key, webhook_secret }
    return { resource: await tenant.act(connectPaymentAccount, keys) }
  },
  show: shown,
})

const connectPaypal = tenantCommand({
  name: 'payment connect-paypal',
  summary: 'Connect the PayPal account of the organization, which takes the payments of invitees',
  description:
    'With the keys of a REST app at PayPal. They are tested first. Give the client secret on standard input or in OPENSLOT_PAYPAL_SECRET, never as an argument.',
  options: {
    'client-id': { value: 'ID', summary: 'The client ID of the app', required: true, field: 'client_id' },
    'client-secret': {
      value: 'SECRET',
      summary: 'The client secret of the app, on standard input or in OPENSLOT_PAYPAL_SECRET',
      secretIn: 'OPENSLOT_PAYPAL_SECRET',
      field: 'client_secret',
    },
    'webhook-id': { value: 'ID', summary: 'The ID of the webhook of the app', field: 'webhook_id' },
    environment: {
      value: 'NAME',
      summary: 'live or sandbox; live if left out',
      choices: ['live', 'sandbox'],
    },
  },
  example: '--client-id ID --environment sandbox < secret.txt',
  patienceMinutes: 2,
  run: async (
    tenant,
    { 'client-id': client_id, 'client-secret': client_secret, 'webhook-id': webhook_id, environment },
  ) => {
    if (client_secret === undefined) throw keyMissing('client secret', 'OPENSLOT_PAYPAL_SECRET')
    const keys = { client_id, client_secret, webhook_id: webhook_id ?? null, environment: environment ?? 'live' }
    return { resource: await tenant.act(connectPaymentAccount, { service: 'paypal' as const, ...keys }) }
  },
  show: shown,
})

const connect = tenantCommand({
  name: 'payment connect',
  summary: 'Connect a service of your own that takes the payments of invitees',
  description:
    'It gets signed requests, and is tested first. Give the signing key, of at least 16 characters, on standard input or in OPENSLOT_PAYMENT_KEY, never as an argument.',
  options: {
    url: { value: 'URL', summary: 'Where the requests go, by https', required: true },
    key: {
      value: 'KEY',
      summary: 'The signing key, on standard input or in OPENSLOT_PAYMENT_KEY',
      secretIn: 'OPENSLOT_PAYMENT_KEY',
    },
  },
  example: '--url https://payments.example.com/openslot < key.txt',
  patienceMinutes: 2,
  run: async (tenant, { url, key }) => {
    if (key === undefined) throw keyMissing('signing key', 'OPENSLOT_PAYMENT_KEY')
    return { resource: await tenant.act(connectPaymentAccount, { service: 'webhook' as const, url, signing_key: key }) }
  },
  show: shown,
})

const account = {
  value: 'ID',
  summary: 'The ID of the account, as shown by `payment accounts`',
  required: true,
} as const

const check = tenantCommand({
  name: 'payment check',
  summary: 'Test an account that takes payments, with a request that changes nothing',
  options: { account },
  example: '--account ID',
  patienceMinutes: 2,
  run: async (tenant, { account: uuid }) => ({ resource: await tenant.act(checkPaymentAccount, { uuid }) }),
  show: ({ resource }) => (resource.reason === null ? `${resource.account} works.` : resource.reason),
})

const disconnect = tenantCommand({
  name: 'payment disconnect',
  summary: 'Disconnect an account that takes payments',
  options: { account },
  example: '--account ID',
  run: async (tenant, { account: uuid }) => {
    await tenant.act(disconnectPaymentAccount, { uuid })
    return { disconnected: uuid }
  },
  show: () => 'Disconnected. Its payments can no longer be refunded here.',
})

export const commands = [accounts, connectStripe, connectPaypal, connect, check, disconnect]
