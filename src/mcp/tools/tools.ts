import type { Address } from '#execution/route-table.ts'
import type { AddressTool, ToolTable } from '../tool.ts'
import { calendarTools } from './calendars.ts'
import { conferenceTools } from './conferences.ts'
import { eventTypeTools } from './event-types.ts'
import { meetingTools } from './meetings.ts'
import { organizationTools, webhookTools } from './organizations.ts'
import { paymentTools } from './payments.ts'
import { requestTools } from './requests.ts'
import { activityTools, routingTools } from './routing.ts'
import { availabilityTools, userTools } from './users.ts'

const tools: ToolTable = {
  ...userTools,
  ...eventTypeTools,
  ...availabilityTools,
  ...calendarTools,
  ...conferenceTools,
  ...meetingTools,
  ...requestTools,
  ...paymentTools,
  ...routingTools,
  ...organizationTools,
  ...webhookTools,
  ...activityTools,
}

/** Every tool that stands for one address of the API. To add one, write it down in its group. */
export const addressTools = Object.entries(tools).map(
  ([address, tool]): AddressTool => ({ ...tool, address: address as Address }),
)
