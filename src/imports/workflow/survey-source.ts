import { invalid } from '#contract/problem.ts'
import type { Outgoing } from '#platform/net/outgoing.ts'
import type { ImportKind } from '../import.ts'
import { CalcomApi } from '../providers/calcom-api.ts'
import { SourceClient } from '../providers/source-client.ts'
import { type Survey, survey } from '../providers/survey.ts'
import { whyOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'

/** Somebody waits for it. */
const surveyMilliseconds = 25_000

/** What is there, or a refusal that names the field and says what to do. Nothing is written by it. */
export const surveySource = (outgoing: Outgoing, kind: ImportKind, url: string, token: string): Promise<Survey> => {
  const client = new SourceClient({
    outgoing,
    source: url,
    token,
    workMilliseconds: surveyMilliseconds,
    retryMilliseconds: 100,
  })
  return refusingFaults(() => (kind === 'calcom' ? new CalcomApi(client).survey() : survey(client)))
}

export const refusingFaults = async <Found>(read: () => Promise<Found>): Promise<Found> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    if (error.kind === 'unauthorized') throw invalid({ parameter: 'token', reason: 'source_token_refused' })
    if (error.kind === 'forbidden') throw invalid({ parameter: 'token', reason: 'source_token_weak' })
    if (error.kind === 'later')
      throw invalid({ parameter: 'url', reason: 'source_waits', values: { seconds: error.waitSeconds } })
    if (error.kind === 'missing') throw invalid({ parameter: 'url', reason: 'source_not_an_api' })
    throw invalid({ parameter: 'url', reason: 'source_unreadable', values: whyOf(error) })
  }
}
