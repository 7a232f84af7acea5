import { problemKind } from '#contract/problem.ts'

export const noDataRequests = problemKind({
  code: 'no_data_requests',
  status: 403,
  title: 'Permission Denied',
  message:
    'You must be an admin/owner with the data requests permission enabled to use this resource. Contact Openslot support and ask them to grant you data requests permission.',
})
