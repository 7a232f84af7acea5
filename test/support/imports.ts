import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

/** An import that is over, in the organization of this person. */
export const anImportOf = async (app: TestApp, { principal }: Person): Promise<string> => {
  const id = randomUUID()
  const now = app.clock.now()
  const reach = {
    base: 'https://other.test',
    organization: 'https://other.test/organizations/1',
    user: 'https://other.test/users/1',
    isWhole: true,
    closed: [],
  }
  await app.context.database.write((tx) =>
    tx
      .insertInto('imports')
      .values({
        ...{
          id,
          organization_id: principal.organizationId,
          kind: 'calendly',
          source: `https://${id}.test`,
          reach: JSON.stringify(reach),
        },
        ...{
          started_by: principal.membershipId,
          takes_over: false,
          invites: false,
          state: 'finished',
          run: 1,
          step: 'finishing',
          remarks: '[]',
        },
        ...{ started_at: now, finished_at: now, created_at: now, updated_at: now },
      })
      .execute(),
  )
  return id
}
