import type { AppContext } from '#execution/perform.ts'
import type { Import } from '../import.ts'
import { openCalcomDatabase } from '../providers/calcom-database.ts'
import { SourceClient } from '../providers/source-client.ts'
import type { Portion } from './step.ts'
import { calcomSteps } from './steps/calcom.ts'
import { stepsWith } from './steps/steps.ts'

/** The other side, as far as the work on an import needs it. */
export interface OpenSource {
  readonly isTimeOver: boolean
  readonly perMinute: number | null
  /** The next portion of the step that the import is at. */
  read(current: Import, cursor: string | null): Promise<Portion>
  close(): Promise<void>
}

/** `secret` is the token, or the whole address of a database. */
export const openSource = async (context: AppContext, given: Import, secret: string, workMilliseconds: number): Promise<OpenSource> => {
  const { database, outgoing } = context
  if (given.kind === 'calcom') {
    const client = await openCalcomDatabase(secret, workMilliseconds)
    const steps = calcomSteps(context)
    return {
      get isTimeOver() {
        return client.isTimeOver
      },
      perMinute: null,
      read: (current, cursor) => steps[current.step].read({ import: current, client, database }, cursor),
      close: () => client.close(),
    }
  }
  const client = new SourceClient({ outgoing, source: given.source, token: secret, workMilliseconds })
  const steps = stepsWith(context)
  return {
    get isTimeOver() {
      return client.isTimeOver
    },
    get perMinute() {
      return client.perMinute
    },
    read: (current, cursor) => steps[current.step].read({ import: current, client, database }, cursor),
    close: async () => {},
  }
}
