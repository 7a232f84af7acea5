import { verifyLog } from '#activity/index.ts'
import { listing } from '../columns.ts'
import { databaseCommand } from '../command.ts'

const verify = databaseCommand({
  name: 'activity verify',
  summary: 'See whether the activity log is as it was written',
  description:
    'Of every organization. What was changed, taken out or put in afterwards shows, and the exit code is 1. openslot doctor does it as well.',
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
      'There are no entries yet.',
    ),
})

export const commands = [verify]
