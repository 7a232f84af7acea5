import type { AppContext } from '#execution/perform.ts'
import type { StepName } from '../../import.ts'
import type { Step } from '../step.ts'
import { eventTypes } from './event-types.ts'
import { finishing } from './finishing.ts'
import { groupMembers, groups } from './groups.ts'
import { counting, meetings } from './meetings.ts'
import { members } from './members.ts'
import { routingForms, submissions } from './routing.ts'
import { schedules } from './schedules.ts'
import { webhooks } from './webhooks.ts'

export const stepsWith = (context: AppContext): Readonly<Record<StepName, Step>> => ({
  members,
  groups,
  group_members: groupMembers,
  schedules,
  event_types: eventTypes,
  routing_forms: routingForms,
  submissions,
  counting,
  meetings,
  webhooks,
  finishing: finishing(context),
})
