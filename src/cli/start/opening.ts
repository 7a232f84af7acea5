import type { AppContext } from '#execution/perform.ts'
import { performTogether } from '#execution/perform-together.ts'
import { unnamedOrganization } from '#organizations/index.ts'
import { firstSteps } from '../banner.ts'
import type { ProcessContext } from '../command.ts'
import { type FoundedFirst, type Founder, foundFirst, isEmpty, machineZone } from '../founding.ts'
import { announce } from './announcement.ts'

/**
 * What `start` does once everything is there: makes the first organization if there is none, and says where the service
 * is.
 */
export const openUp = async (
  processContext: ProcessContext,
  demo: boolean,
): Promise<(context: AppContext) => Promise<void>> => {
  if (demo) return (await import('./open-demo.ts')).openDemo(processContext)
  return async (context) => {
    const first = await foundIfEmpty(context)
    announce(processContext, first && { document: first, text: (address) => firstSteps(first, address) })
  }
}

const firstFounder = (): Founder => ({
  name: 'Owner',
  email: 'owner@openslot.test',
  organization: unnamedOrganization,
  timezone: machineZone(),
})

/** Undefined when there is an organization already. */
const foundIfEmpty = async (context: AppContext): Promise<FoundedFirst | undefined> => {
  if (!(await isEmpty(context))) return undefined
  return performTogether(context, async (together) =>
    (await isEmpty(together)) ? foundFirst(together, firstFounder()) : undefined,
  )
}
