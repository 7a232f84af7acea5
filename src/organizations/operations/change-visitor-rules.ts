import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { invalid, missing, refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { VisitorRulesResource } from '../resources.ts'
import { loadVisitorRules, updateVisitorRules } from '../store/visitor-rules.ts'
import { botProtections, isBlockable, maxBlocked } from '../visitor-rules.ts'

export const changeVisitorRules = write({
  name: 'change_visitor_rules',
  summary: 'Change what the booking pages ask of visitors, and who is blocked',
  description: 'For owners and admins. Fields that are left out stay. `blocked_addresses` replaces the whole list.',
  scopes: ['organizations:write'],
  input: z.object({
    organization: referenceTo('organizations').optional(),
    bot_protection: z.enum(botProtections).optional(),
    blocked_addresses: z.array(z.string().max(255)).max(maxBlocked).optional(),
  }),
  output: VisitorRulesResource,

  async run({ tx, principal, links, now }, { organization, ...changes }) {
    if (organization !== undefined && organization !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const { organizationId } = principal
    const before = await loadVisitorRules(tx, organizationId)
    const blocked = changes.blocked_addresses?.map((text) => text.trim().toLowerCase())
    const wrong = blocked?.find((text) => !isBlockable(text))
    if (wrong !== undefined)
      throw invalid({ parameter: 'blocked_addresses', reason: 'not_blockable', values: { email: wrong } })
    const after = {
      botProtection: changes.bot_protection ?? before.botProtection,
      blockedAddresses: blocked ? [...new Set(blocked)] : before.blockedAddresses,
    }
    const resource = { bot_protection: after.botProtection, blocked_addresses: [...after.blockedAddresses] }
    if (JSON.stringify(after) === JSON.stringify(before)) return resource
    await updateVisitorRules(tx, organizationId, after, now)
    // The log keeps entries for ever, so it has no addresses.
    await recordChange({ tx, principal, now }, 'organization.visitor_rules_changed', {
      uri: uriOf(links, 'organizations', organizationId),
      bot_protection: after.botProtection,
      blocked_addresses: after.blockedAddresses.length,
    })
    return resource
  },
})
