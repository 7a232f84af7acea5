import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { read } from '#execution/operation.ts'
import { VisitorRulesResource } from '../resources.ts'
import { loadVisitorRules } from '../store/visitor-rules.ts'

/** For the console. */
export const getVisitorRules = read({
  name: 'get_visitor_rules',
  summary: 'See what the booking pages ask of visitors',
  scopes: ['organizations:read'],
  input: z.object({}),
  output: VisitorRulesResource,

  async run({ reader, principal }) {
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    const { botProtection, blockedAddresses } = await loadVisitorRules(reader, principal.organizationId)
    return { bot_protection: botProtection, blocked_addresses: blockedAddresses }
  },
})
