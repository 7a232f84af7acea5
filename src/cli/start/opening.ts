import type { AppContext } from '#execution/perform.ts'
import { performTogether } from '#execution/perform-together.ts'
import { makePassword, type NewPassword } from '#platform/crypto/password.ts'
import { hasEmbeddedDatabase } from '#process/data-folder.ts'
import type { ProcessContext } from '../command.ts'
import { type Founded, type Founder, found, isEmpty, machineZone } from '../founding.ts'
import { announce } from './announcement.ts'

/** What `start` does once everything is there: makes the first organization if there is none, and says where the service is. */
export const openUp = async (processContext: ProcessContext, demo: boolean): Promise<(context: AppContext) => Promise<void>> => {
  const { config } = processContext
  if (demo) return (await import('./open-demo.ts')).openDemo(processContext)
  // Where there is no database yet it will be needed, and it takes its time: let it, while the database is made.
  const password = config.databaseUrl === undefined && !hasEmbeddedDatabase(config.dataFolder) ? makePassword() : undefined
  password?.catch(() => {})
  return async (context) => announce(processContext, await foundFirst(context, async () => password ?? makePassword()))
}

const firstFounder = (): Founder => ({ name: 'Owner', email: 'owner@openslot.test', organization: 'My organization', timezone: machineZone() })

/** Undefined when there is an organization already. */
const foundFirst = async (context: AppContext, password: () => Promise<NewPassword>): Promise<Founded | undefined> => {
  if (!(await isEmpty(context))) return undefined
  const made = await password()
  return performTogether(context, async (together) => ((await isEmpty(together)) ? found(together, firstFounder(), made) : undefined))
}
