import { listSetAsideJobs, retrySetAsideJob } from '#execution/store/jobs.ts'
import { OperatorError, UsageError } from '#process/operator-error.ts'
import { listing, minuteOf } from '../columns.ts'
import { databaseCommand } from '../command.ts'

const list = databaseCommand({
  name: 'job list',
  summary: 'List background jobs that were set aside because the process crashed three times while running them',
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
      'No jobs have been set aside.',
    ),
})

const retry = databaseCommand({
  name: 'job retry',
  summary: 'Retry a background job that was set aside',
  description: 'A job that still fails can crash the process up to three more times before it is set aside again.',
  options: { id: { value: 'ID', summary: 'The ID of the job, as shown by `job list`', required: true } },
  example: '--id ID',
  check: ({ id }) => {
    if (!/^\d{1,15}$/.test(id)) throw new UsageError('--id must be a number, as openslot job list shows it.')
  },
  run: async ({ database }, { id }) => {
    if (!(await retrySetAsideJob(database, Number(id))))
      throw new OperatorError(`No job with the ID ${id} has been set aside. See: openslot job list`)
    return { retried: Number(id) }
  },
  show: ({ retried }) => `Job ${retried} will be retried.`,
})

export const commands = [list, retry]
