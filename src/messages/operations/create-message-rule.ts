import { randomUUID } from 'node:crypto'
import { recordChange } from '#activity/index.ts'
import { invalid, refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { checkOffset, checkTexts } from '../check-texts.ts'
import { maxRules } from '../message-rule.ts'
import { linkPolicy } from '../own-words.ts'
import { CreateMessageRuleRequest } from '../requests.ts'
import { MessageRuleResource, toMessageRuleResource } from '../resources.ts'
import { checkMayChangeRule } from '../rights.ts'
import { insertMessageRule } from '../store/message-rules.ts'
import { namedEventTypes } from '../workflow/event-types-of.ts'

export const createMessageRule = write({
  name: 'create_message_rule',
  summary: 'Create a rule that sends a message in your own words',
  description:
    'Such as an email to the invitee a day before the meeting. Texts can contain the variables {event}, {invitee}, {first_name}, {host}, {when}, {zone}, {location}, {join_url}, {cancel_url}, {reschedule_url}, {reason}, {answer:1} to {answer:20}, and {organization}. For every event type of the organization: only owners and admins; for event types: whoever may change all of them.',
  scopes: ['message_rules:write'],
  input: CreateMessageRuleRequest,
  output: MessageRuleResource,

  async run({ tx, principal, links, ownWords, now }, request) {
    const { organizationId } = principal
    const eventTypeIds = request.event_types ? [...new Set(request.event_types)] : null
    const eventTypes = await namedEventTypes(tx, organizationId, eventTypeIds)
    const rule = {
      ...{ organizationId, id: randomUUID(), eventTypeIds },
      trigger: request.trigger,
      offsetMinutes: request.offset_minutes ?? null,
      audience: request.audience,
      channel: request.channel ?? 'email',
      texts: request.texts,
      activeSince: request.active === false ? null : now,
      createdBy: principal.membershipId,
      ...{ createdAt: now, updatedAt: now },
    }
    checkMayChangeRule(principal, rule, eventTypes)
    if (rule.activeSince && !ownWords.isOn) throw refuse('message_rules_off')
    checkOffset(rule)
    checkTexts(rule.texts, linkPolicy(links.site, ownWords.domains))

    if (!(await insertMessageRule(tx, rule, maxRules)))
      throw invalid({ parameter: 'base', reason: 'too_many_rules', values: { most: maxRules } })
    const resource = toMessageRuleResource(links, rule)
    await recordChange({ tx, principal, now }, 'message_rule.created', resource)
    return resource
  },
})
