import type { AddressTool } from '../tool.ts'
import { availabilityTools } from './availability.ts'
import { eventTypeTools } from './event-types.ts'
import { meetingTools } from './meetings.ts'
import { organizationTools, webhookTools } from './organizations.ts'
import { activityTools, routingTools } from './routing.ts'
import { userTools } from './users.ts'

/** Every tool that stands for one address of the API. To add one, write it down in its group. */
export const addressTools: readonly AddressTool[] = [
  ...userTools,
  ...eventTypeTools,
  ...availabilityTools,
  ...meetingTools,
  ...routingTools,
  ...organizationTools,
  ...webhookTools,
  ...activityTools,
]
