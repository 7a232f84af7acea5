import type { AppContext } from '#execution/perform.ts'
import type { Database } from '#platform/db/database.ts'
import type { Import, StepName } from '../import.ts'
import { CalcomApi } from '../providers/calcom-api.ts'
import { openCalcomDatabase } from '../providers/calcom-database.ts'
import { SourceClient } from '../providers/source-client.ts'
import type { Remark } from '../remark.ts'
import type { Portion, Step } from './step.ts'
import { calcomSteps } from './steps/calcom.ts'
import { stepsWith } from './steps/steps.ts'

/** The other side, as far as the work on an import needs it. */
export interface OpenSource {
  readonly isTimeOver: boolean
  readonly perMinute: number | null
  /** What could not be read of the last portion, in words. */
  readonly remarks: readonly Remark[]
  /** The next portion of the step that the import is at. */
  read(current: Import, cursor: string | null): Promise<Portion>
  close(): Promise<void>
}

/** `secret` is the token, or the whole address of a database. */
export const openSource = async (
  context: AppContext,
  given: Import,
  secret: string,
  workMilliseconds: number,
): Promise<OpenSource> => {
  const { database, outgoing } = context
  if (isDatabase(given.source))
    return opened(await openCalcomDatabase(secret, workMilliseconds), calcomSteps(context), database)
  const client = new SourceClient({ outgoing, source: given.source, token: secret, workMilliseconds })
  return given.kind === 'calcom'
    ? opened(new CalcomApi(client), calcomSteps(context), database)
    : opened(client, stepsWith(context), database)
}

const isDatabase = (source: string): boolean => source.startsWith('postgres:')

interface Client {
  readonly isTimeOver: boolean
  readonly perMinute: number | null
  readonly remarks: readonly Remark[]
  beginPortion(): void
  close(): Promise<void>
}

const opened = <Some extends Client>(
  client: Some,
  steps: Readonly<Record<StepName, Step<Some>>>,
  database: Pick<Database, 'reader'>,
): OpenSource => ({
  get isTimeOver() {
    return client.isTimeOver
  },
  get perMinute() {
    return client.perMinute
  },
  get remarks() {
    return client.remarks
  },
  read: (current, cursor) => {
    client.beginPortion()
    return steps[current.step].read({ import: current, client, database }, cursor)
  },
  close: () => client.close(),
})
