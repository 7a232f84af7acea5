import { exampleUri } from '#contract/wire.ts'

/** One whole resource, as the reference shows it. */
export const entryExample = {
  occurred_at: '2026-03-01T11:59:01.104000Z',
  uri: exampleUri('activity_log_entries'),
  namespace: 'API',
  action: 'Token_Created',
  fully_qualified_name: 'API.Token_Created',
  actor: {
    type: 'User',
    display_name: 'Demo Host',
    uri: exampleUri('users'),
    alternative_identifier: 'host@acme.test',
    organization: { uri: exampleUri('organizations'), role: 'owner' },
    group: { uri: exampleUri('groups'), name: 'EMEA sales', role: 'member' },
  },
  details: { name: 'crm sync' },
  organization: exampleUri('organizations'),
}
