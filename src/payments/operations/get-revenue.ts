import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { zoneName } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { findZone } from '#platform/time/zones.ts'
import { sumRevenue } from '../store/payments.ts'

/** Never served at an address: the console runs it. Currencies are not added up. */
export const getRevenue = read({
  name: 'get_revenue',
  summary: 'Add up what invitees paid in the last days, less what was refunded',
  scopes: ['scheduled_events:read'],
  input: z.object({ days: z.number().int().min(1).max(366), timezone: zoneName }),
  output: z.array(z.object({ currency: z.string(), amount_minor: z.number().int() })),

  async run({ reader, principal, now }, { days, timezone }) {
    if (!isAdmin(principal)) throw refuse('no_permission')
    const zone = findZone(timezone)
    if (!zone) throw new Error(`There is no zone ${timezone}.`)
    const end = Math.floor(zone.localAt(now.getTime()) / day) + 1
    const [from, to] = [end - days, end].map((one) => new Date(zone.instantOf(one * day))) as [Date, Date]
    const sums = await sumRevenue(reader, principal.organizationId, { from, to })
    return sums.map(({ currency, amountMinor }) => ({ currency, amount_minor: amountMinor }))
  },
})
