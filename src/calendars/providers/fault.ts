import type { ServiceFault } from '#integrations/index.ts'
import type { CalendarFault } from '../connection.ts'

/** Why a calendar service did not give what was asked for. */
export type ProviderFault = ServiceFault<CalendarFault>
