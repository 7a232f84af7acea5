import type { RouteTable } from '#execution/route-table.ts'
import { checkConferenceAccount } from './operations/check-conference-account.ts'
import { connectConferenceWebhook } from './operations/connect-conference-webhook.ts'
import { disconnectConferenceAccount } from './operations/disconnect-conference-account.ts'
import { getConferenceAccount } from './operations/get-conference-account.ts'
import { listConferenceAccounts } from './operations/list-conference-accounts.ts'
import { useConferenceAccount } from './operations/use-conference-account.ts'

export const conferenceRoutes: RouteTable = {
  'GET /conference_accounts': listConferenceAccounts,
  'POST /conference_accounts': { operation: connectConferenceWebhook, status: 201 },
  'GET /conference_accounts/:uuid': getConferenceAccount,
  'DELETE /conference_accounts/:uuid': disconnectConferenceAccount,
  'POST /conference_accounts/:uuid/test': checkConferenceAccount,
  'POST /conference_accounts/:uuid/use': useConferenceAccount,
}
