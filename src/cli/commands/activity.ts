import { verifyLog } from '#activity/index.ts'
import { listing } from '../columns.ts'
import { databaseCommand } from '../command.ts'

const verify = databaseCommand({
  name: 'activity verify',
  summary: 'Verify that the activity log was not changed',
  description:
    'Checks the log of every organization for entries that were changed, removed, or inserted later. The exit code is 1 if there are any. openslot doctor checks this too.',
  patienceMinutes: 60,
  run: async ({ database }) => {
    const collection = (await verifyLog(database.reader)).map(({ organizationId, entries, trouble }) => ({
      organization: organizationId,
      entries,
      trouble: trouble ?? null,
    }))
    return { intact: collection.every(({ trouble }) => trouble === null), collection }
  },
  exitCode: ({ intact }) => (intact ? 0 : 1),
  show: ({ collection }) =>
    listing(
      collection,
      ['organization', 'entries', 'found'],
      ({ organization, entries, trouble }) => [organization, String(entries), trouble ?? 'as it was written'],
      'No entries.',
    ),
})

export const commands = [verify]
