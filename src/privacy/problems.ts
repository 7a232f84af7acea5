import { problemKind } from '#contract/problem.ts'

export const noDataRequests = problemKind(
  403,
  'no_data_requests',
  'Permission Denied',
  'You must be an admin/owner with the data requests permission enabled to use this resource. Contact Openslot support and ask them to grant you data requests permission.',
)
