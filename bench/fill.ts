// Run by the bench in a process of its own: brings an empty database up to this release, and fills it with one organization of
// 2,000 members. Prints what the load needs to know.

import { layGround } from '#app.ts'
import { actingAs } from '#cli/acting.ts'
import { perform, performOpen } from '#contract/perform.ts'
import { scopes } from '#contract/scopes.ts'
import { createPersonalAccessToken } from '#oauth/index.ts'
import { findOrganization, findOwner, foundOrganization } from '#organizations/index.ts'
import { readConfig } from '#platform/config.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { openPostgres } from '#platform/db/postgres.ts'
import { systemClock } from '#platform/time/clock.ts'

const memberCount = 2_000

const config = readConfig()
const database = openPostgres(config.databaseUrl ?? '', (error) => {
  throw error
})
await migrate(database, await readMigrations())
const ground = await layGround(config, database, systemClock)

const founded = await performOpen(ground, foundOrganization, {
  name: 'Demo Owner',
  email: 'owner@acme.test',
  organization: 'Acme Lisbon',
  timezone: 'Europe/Lisbon',
  password_hash: null,
})
const organizationId = founded.organization.uri.split('/').at(-1) ?? ''
await database.session((session) => session.run(manyMembers(organizationId, memberCount - 1)))

const owner = await findOwner(database.reader, organizationId)
const organization = await findOrganization(database.reader, organizationId)
if (!owner || !organization) throw new Error('The organization that was just founded cannot be found.')
const made = await perform(ground, createPersonalAccessToken, actingAs(owner, organization), { path: {}, query: {}, body: { name: 'bench', scopes } })
const { secret } = (made as { result: { secret: string } }).result

console.log(JSON.stringify({ token: secret, organization: organizationId, user: owner.user.id }))
await database.close()

/**
 * Not by our own operations: two thousand transactions, each with its sync, would take longer than the bench. They came one
 * after the other, and changed something later.
 */
function manyMembers(organizationId: string, count: number): string {
  return `
    with people as (
      insert into users (id, name, email, slug, timezone, created_at, updated_at)
      select gen_random_uuid(), 'Demo Member ' || n, 'member' || n || '@acme.test', 'demo-member-' || n, 'Europe/Lisbon',
        now() - n * interval '10 hours 7 minutes 3.217 seconds', now() - n * interval '3 hours 2 minutes 1.013 seconds'
      from generate_series(1, ${count}) n
      returning id, created_at, updated_at
    )
    insert into organization_memberships (id, organization_id, user_id, role, created_at, updated_at)
    select gen_random_uuid(), '${organizationId}', id, 'user', created_at + interval '3 days', updated_at + interval '1 day' from people;
    analyze`
}
