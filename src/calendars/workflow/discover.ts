import type { AskCall } from '#contract/operation.ts'
import { invalid } from '#contract/problem.ts'
import type { Credentials } from '../connection.ts'
import { isFault, type ProviderFault } from '../providers/fault.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { FoundAccount } from '../providers/provider.ts'

/** A person waits for it. */
const discoverMilliseconds = 25_000

/** The account that these credentials open, or a refusal that says what to do. */
export const discoverAccount = async (
  { outgoing }: Pick<AskCall, 'outgoing'>,
  credentials: Credentials,
  ownAddresses: readonly string[],
): Promise<FoundAccount> => {
  const end = performance.now() + discoverMilliseconds
  const found = await openProvider(outgoing, credentials, ownAddresses).discover({ leftMilliseconds: () => end - performance.now() })
  if (isFault(found)) throw invalid({ parameter: parameterOf(found), message: found.message })
  return found
}

const parameterOf = ({ fault }: ProviderFault): string => (fault === 'wrong_credentials' ? 'password' : 'url')
