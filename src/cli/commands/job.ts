import { listSetAsideJobs, retrySetAsideJob } from '#execution/store/jobs.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { listing, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'

const list = databaseCommand({
  name: 'job list',
  summary: 'List the background jobs that were set aside because the process died three times while they ran',
  run: async ({ database }) => ({
    jobs: (await listSetAsideJobs(database.reader)).map(({ id, organizationId, kind, subjectId, setAsideAt }) => ({
      id,
      organization: organizationId,
      kind,
      subject: subjectId,
      set_aside_at: setAsideAt.toISOString(),
    })),
  }),
  show: ({ jobs }) =>
    listing(
      jobs,
      ['id', 'set aside', 'kind', 'subject', 'organization'],
      (job) => [String(job.id), minuteOf(job.set_aside_at), job.kind, job.subject, job.organization],
      'No jobs are set aside.',
    ),
})

const retry = databaseCommand({
  name: 'job retry',
  summary: 'Try a background job again that was set aside',
  description: 'If it is still at fault, it ends the process up to three more times before it is set aside again.',
  options: { id: { value: 'ID', summary: 'Which one, as `job list` shows it', required: true } },
  example: '--id ID',
  check: ({ id }) => {
    if (!/^\d{1,15}$/.test(id)) throw new UsageError('--id must be a number, as openslot job list shows it.')
  },
  run: async ({ database }, { id }) => {
    if (!(await retrySetAsideJob(database, Number(id))))
      throw new OperatorError(`No job with the id ${id} is set aside. See: openslot job list`)
    return { retried: Number(id) }
  },
  show: ({ retried }) => `Job ${retried} will be tried again.`,
})

export const commands = [list, retry]
