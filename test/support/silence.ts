import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { raw } from './raw.ts'

/**
 * Whoever does thousands of things where messages go to a receiver that does not exist calls this at the end: the tests of
 * messages that follow on the same database would otherwise have to send all of them first.
 */
export const silence = async ({ ground }: Pick<TestApp, 'ground'>): Promise<void> => {
  await ground.database.write(async (tx) => {
    await raw(tx, sql`update webhook_subscriptions set state = 'disabled' where url like 'https://hooks.client.test/%'`)
    await raw(tx, sql`delete from jobs where lane like 'webhook % hooks.client.test'`)
  })
}
