import { invalid } from '#contract/problem.ts'
import { isFault, type ServiceFault } from '#integrations/index.ts'
import { paymentFaults } from '../../../languages/payment-faults.ts'

/** What a service has answered to somebody who waits for it; or a refusal that says what to do. */
export const orRefuse = <T extends object>(answer: T | ServiceFault): T => {
  if (!isFault(answer)) return answer
  const { fault } = answer
  throw invalid({ parameter: 'base', reason: 'payment_fault', values: { fault, message: paymentFaults[fault] } })
}
