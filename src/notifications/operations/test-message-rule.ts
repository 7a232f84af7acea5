import { z } from 'zod'
import { refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { locales } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { insertWithinLimit } from '../workflow/insert-within-limit.ts'
import { sampledRule } from '../workflow/sampled-rule.ts'

export const testMessageRule = write({
  name: 'test_message_rule',
  summary: 'Send the message of a rule to yourself',
  description: 'With a sample meeting tomorrow. It goes to your own address and counts for the limit of a day.',
  scopes: ['message_rules:write'],
  input: z.object({ uuid: pathId, locale: z.enum(locales) }),
  output: z.object({ email: z.string() }),

  async run({ tx, principal, ownWords, now }, { uuid, locale }) {
    if (!ownWords.isOn) throw refuse('message_rules_off')
    const { organizationId } = principal
    const { mail, email, membershipId } = await sampledRule(tx, principal, { id: uuid, locale }, now)
    const test = { organizationId, recipient: email, membershipId, persons: [], mail, ruleId: uuid }
    await insertWithinLimit(tx, [test], ownWords.mostPerDay, now)
    return { email }
  },
})
