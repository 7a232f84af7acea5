import { invalid } from '#contract/problem.ts'
import { type CalcomDatabase, openCalcomDatabase } from '../providers/calcom-database.ts'
import type { Survey } from '../providers/survey.ts'
import { whyOf } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'

const surveyMilliseconds = 25_000

/** What is in the database, or a refusal that says what to do. Nothing is written by it. */
export const surveyCalcomDatabase = (url: string): Promise<Survey> =>
  withCalcomDatabase(url, (source) => source.survey())

export const withCalcomDatabase = async <T>(url: string, work: (source: CalcomDatabase) => Promise<T>): Promise<T> => {
  let source: CalcomDatabase | undefined
  try {
    source = await openCalcomDatabase(url, surveyMilliseconds)
    return await work(source)
  } catch (error) {
    throw error instanceof SourceFault
      ? invalid({ parameter: 'database_url', reason: 'source_database_unreadable', values: whyOf(error) })
      : error
  } finally {
    await source?.close()
  }
}
