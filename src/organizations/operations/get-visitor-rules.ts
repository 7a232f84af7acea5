import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { VisitorRulesResource } from '../resources.ts'
import { loadVisitorRules } from '../store/visitor-rules.ts'

export const getVisitorRules = read({
  name: 'get_visitor_rules',
  summary: 'Get what the booking pages ask of visitors, and who is blocked',
  description: 'For owners and admins.',
  scopes: ['organizations:read'],
  input: z.object({ organization: referenceTo('organizations').optional() }),
  output: VisitorRulesResource,

  async run({ reader, principal }, { organization }) {
    if (organization !== undefined && organization !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const { botProtection, blockedAddresses } = await loadVisitorRules(reader, principal.organizationId)
    return { bot_protection: botProtection, blocked_addresses: blockedAddresses }
  },
})
