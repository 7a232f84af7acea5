import type { JobKind } from '#execution/jobs/kind.ts'
import type { AppContext } from '#execution/perform.ts'
import { importJob } from '../import.ts'
import { type Advance, advance } from './advance.ts'

/** With what follows it, shorter than the lease of a job. */
const workMilliseconds = 25_000
const busySeconds = 30

/** Goes on with imports, also with one whose command was ended. */
export const importing = (context: AppContext): JobKind<string, Advance> => ({
  name: importJob,
  load: async (_, jobs) => new Map(jobs.map(({ id, subjectId }) => [id, subjectId])),
  act: (importId) => advance(context, importId, workMilliseconds),
  isAway: () => false,
  settle: async (_, done) => {
    const again = new Map<number, Date>()
    for (const { job, outcome } of done) {
      if (outcome.kind === 'over') continue
      const seconds = outcome.kind === 'busy' ? busySeconds : outcome.waitSeconds
      again.set(job.id, new Date(context.clock.now().getTime() + seconds * 1000))
    }
    return again
  },
})
