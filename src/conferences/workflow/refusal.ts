import { invalid } from '#contract/problem.ts'
import { isFault, type ServiceFault } from '#integrations/index.ts'
import { conferenceFaults } from '../../../languages/conference-faults.ts'

/** What a service has answered to somebody who waits for it; or a refusal that says what to do. */
export const orRefuse = <T extends object>(answer: T | ServiceFault): T => {
  if (!isFault(answer)) return answer
  const { fault } = answer
  throw invalid({ parameter: 'base', reason: 'conference_fault', values: { fault, message: conferenceFaults[fault] } })
}
