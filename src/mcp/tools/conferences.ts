import { type ToolTable, uriOf } from '../tool.ts'

/** Nothing that takes a key: that never passes through a program that reads along. */
export const conferenceTools: ToolTable = {
  'GET /conference_accounts': {
    name: 'conferences-list_conference_accounts',
    title: 'List video meeting accounts',
    description: `Lists the accounts at Zoom, Webex, and other services that create a video meeting for each booking, with which of them is used and why one does not work.
When: the user asks why a meeting has no link to join.`,
    takes: {},
  },
  'GET /conference_accounts/:uuid': {
    name: 'conferences-get_conference_account',
    title: 'Read a video meeting account',
    description: 'Returns one account: whether it is used, and the reason if it does not work.',
    takes: { uri: uriOf('conference_accounts', 'From conferences-list_conference_accounts: collection[].uri.') },
  },
}
