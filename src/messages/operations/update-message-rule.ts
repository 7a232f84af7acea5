import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '#activity/index.ts'
import { existing, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { checkOffset, checkTexts } from '../check-texts.ts'
import type { MessageRule } from '../message-rule.ts'
import { linkPolicy } from '../own-words.ts'
import { UpdateMessageRuleRequest } from '../requests.ts'
import { MessageRuleResource, type MessageRuleWire, toMessageRuleResource } from '../resources.ts'
import { checkMayChangeRule, checkMaySeeRule } from '../rights.ts'
import { lockMessageRule, updateMessageRule as updateRow } from '../store/message-rules.ts'
import { eventTypesOf, namedEventTypes } from '../workflow/event-types-of.ts'

export const updateMessageRule = write({
  name: 'update_message_rule',
  summary: 'Change a message rule, or turn it on or off',
  description:
    'Fields you leave out keep their values. Messages that are not due yet get the new text, and follow a new offset. A rule that is turned on again acts only on what happens from then on. The trigger and the channel cannot be changed.',
  scopes: ['message_rules:write'],
  fixed: ['trigger', 'channel'],
  input: UpdateMessageRuleRequest,
  output: MessageRuleResource,

  async run({ tx, principal, links, ownWords, now, checkFixed }, { uuid, ...request }) {
    const { organizationId } = principal
    const rule = existing(await lockMessageRule(tx, organizationId, uuid))
    const before = await eventTypesOf(tx, organizationId, [rule])
    checkMaySeeRule(principal, rule, before)
    checkMayChangeRule(principal, rule, before)
    const current = toMessageRuleResource(links, rule)
    checkFixed(current)

    const named = request.event_types
    const eventTypeIds = named === undefined ? rule.eventTypeIds : named && [...new Set(named)]
    const after: MessageRule = {
      ...rule,
      eventTypeIds,
      offsetMinutes: request.offset_minutes === undefined ? rule.offsetMinutes : request.offset_minutes,
      audience: request.audience ?? rule.audience,
      texts: request.texts ?? rule.texts,
      activeSince: request.active === undefined ? rule.activeSince : request.active ? (rule.activeSince ?? now) : null,
    }
    if (named !== undefined)
      checkMayChangeRule(principal, after, await namedEventTypes(tx, organizationId, eventTypeIds))
    if (request.active && !ownWords.isOn) throw refuse('message_rules_off')
    checkOffset(after)
    checkTexts(after.texts, linkPolicy(links.site, ownWords.domains))
    if (isDeepStrictEqual(after, rule)) return current

    await updateRow(tx, rule, after, now)
    const resource = toMessageRuleResource(links, { ...after, updatedAt: now })
    await recordChange({ tx, principal, now }, 'message_rule.updated', {
      ...resource,
      changed: changedFields(current, resource),
    })
    return resource
  },
})

/** Their names alone: the log keeps no text of a host. */
const changedFields = (before: MessageRuleWire, after: MessageRuleWire): string[] =>
  (['event_types', 'offset_minutes', 'audience', 'texts', 'active'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
