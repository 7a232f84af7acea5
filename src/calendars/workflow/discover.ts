import { invalid, type Problem } from '#contract/problem.ts'
import { isFault } from '#integrations/index.ts'
import { calendarFaults } from '../../../languages/calendar-faults.ts'
import type { ProviderFault } from '../providers/fault.ts'
import type { CalendarProvider, FoundAccount } from '../providers/provider.ts'

/** A person waits for it. */
const discoverMilliseconds = 25_000

/** The account that a provider opens, or a refusal that says what to do. */
export const discoverAccount = async (provider: CalendarProvider): Promise<FoundAccount> => {
  const end = performance.now() + discoverMilliseconds
  return orRefuse(await provider.discover({ leftMilliseconds: () => end - performance.now() }))
}

export const orRefuse = <T extends object>(answer: T | ProviderFault): T => {
  if (isFault(answer)) throw refusalOf(answer)
  return answer
}

const refusalOf = (fault: ProviderFault): Problem =>
  invalid({
    parameter: parameterOf(fault),
    reason: 'calendar_fault',
    values: { fault: fault.fault, message: calendarFaults[fault.fault] },
  })

const ofConsent: readonly ProviderFault['fault'][] = [
  'consent_expired',
  'consent_incomplete',
  'wrong_client',
  'revoked',
]

const parameterOf = ({ fault }: ProviderFault): string => {
  if (ofConsent.includes(fault)) return 'base'
  return fault === 'wrong_credentials' ? 'password' : 'url'
}
