import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { inOrder, Rules } from '#availability/index.ts'
import type { Principal } from '#contract/principal.ts'
import { existing, invalid, missing } from '#contract/problem.ts'
import { says } from '#contract/reasons.ts'
import { pathId, referenceTo, zoneName } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { checkMemberRight } from '#organizations/index.ts'
import type { Host } from '../host.ts'
import { EventTypeScheduleResource, toEventTypeScheduleResource } from '../resources.ts'
import { checkMayChange } from '../rights.ts'
import { lockEventType } from '../store/event-types.ts'
import { findTypeOfHost, listHosts, updateHostHours } from '../store/hosts.ts'

const AvailabilityRule = z.object({
  timezone: zoneName,
  rules: Rules.optional(),
  user: referenceTo('users').optional(),
})

export const updateEventTypeAvailabilitySchedule = write({
  name: 'update_event_type_availability_schedule',
  summary: 'Update the hours of an event type',
  description:
    "The event type gets its own hours; its hosts' schedules don't change. `rules` replaces all rules. Both endpoints accept both forms of the body: `rules` and `timezone`, or `availability_rule`. With several hosts, `availability_rule.user` names the host.",
  scopes: ['availability:write'],
  fixed: [
    'event_type',
    'default',
    'name',
    'user',
    'availability_rule.uri',
    'availability_rule.name',
    'availability_rule.user',
  ],
  input: z
    .object({
      uuid: pathId.optional(),
      event_type: referenceTo('event_types').optional(),
      rules: Rules.optional(),
      timezone: zoneName.optional(),
      availability_rule: AvailabilityRule.optional(),
      availability_setting: z.literal('host').optional(),
    })
    .superRefine(({ uuid, event_type, rules, timezone, availability_rule }, context) => {
      if (uuid === undefined && event_type === undefined)
        context.addIssue({ code: 'custom', path: ['event_type'], message: says('missing') })
      if (rules !== undefined || timezone !== undefined || availability_rule !== undefined) return
      context.addIssue({
        code: 'custom',
        path: [uuid === undefined ? 'availability_rule' : 'rules'],
        message: says('missing'),
      })
    })
    .transform(({ uuid, event_type, rules, timezone, availability_rule: given }) => ({
      scheduleId: uuid,
      eventTypeId: event_type,
      sent: [
        { rules, timezone },
        { rules: given?.rules, timezone: given?.timezone },
      ] as const,
      userId: given?.user,
    })),
  output: EventTypeScheduleResource,

  async run({ tx, principal, links, now, checkFixed }, { scheduleId, eventTypeId, sent, userId }) {
    const { organizationId } = principal
    const place = scheduleId === undefined ? undefined : await findTypeOfHost(tx, organizationId, scheduleId)
    if (scheduleId !== undefined && !place) throw missing()
    const eventType = existing(await lockEventType(tx, organizationId, place?.eventTypeId ?? eventTypeId ?? ''))

    const hosts = await listHosts(tx, organizationId, eventType.id)
    const host = place ? hosts.find(({ id }) => id === place.hostId) : requestedHost(hosts, principal, userId)
    if (!host) throw missing()
    checkMayChange(principal, eventType, host.membershipId)
    await checkMemberRight(tx, principal, 'change_hours')

    const current = toEventTypeScheduleResource(links, eventType.id, host)
    checkFixed(current)

    const before = { timezone: host.timezone, rules: inOrder(host.rules) }
    const hours = {
      timezone: changedValue('timezone', before.timezone, ...sent.map(({ timezone }) => timezone)),
      rules: changedValue('rules', before.rules, ...sent.map(({ rules }) => rules && inOrder(rules))),
    }
    if (isDeepStrictEqual(hours, before)) return current
    await updateHostHours(tx, organizationId, host.id, hours, now)
    const resource = toEventTypeScheduleResource(links, eventType.id, { ...host, ...hours, schedule: null })
    await recordChange({ tx, principal, now }, 'availability.modified', resource)
    return resource
  },
})

/**
 * Both forms of the body have these fields. A client that sends back what it has read means the one that it changed.
 */
const changedValue = <Value>(parameter: string, current: Value, ...sent: readonly (Value | undefined)[]): Value => {
  const [first, ...others] = sent.filter(
    (value) => value !== undefined && !isDeepStrictEqual(value, current),
  ) as Value[]
  if (others.some((other) => !isDeepStrictEqual(other, first)))
    throw invalid({ parameter, reason: 'differs', values: { other: `availability_rule.${parameter}` } })
  return first ?? current
}

/** The host who is named; the only one; or the caller. */
const requestedHost = (hosts: readonly Host[], principal: Principal, userId: string | undefined): Host | undefined => {
  if (userId !== undefined) return hosts.find((host) => host.userId === userId)
  if (hosts.length === 1) return hosts[0]
  const own = hosts.find(({ membershipId }) => membershipId === principal.membershipId)
  if (!own) throw invalid({ parameter: 'availability_rule.user', reason: 'missing' })
  return own
}
