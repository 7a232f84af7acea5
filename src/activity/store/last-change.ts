import type { Reader } from '#platform/db/database.ts'
import { prepared } from '#platform/db/prepared.ts'

const newestFact = prepared((reader, { organizationId }: { readonly organizationId: string }) =>
  reader
    .selectFrom('facts')
    .select('occurred_at as at')
    .where('organization_id', '=', organizationId)
    .orderBy('occurred_at', 'desc')
    .limit(1),
)

/** When something last happened in the organization: every change has its fact. */
export const findLastChange = async (reader: Reader, organizationId: string): Promise<Date | undefined> =>
  (await newestFact(reader, { organizationId }))[0]?.at
