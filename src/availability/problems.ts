import { problemKind } from '#contract/problem.ts'

export const calendarError = problemKind(
  424,
  'external_calendar_error',
  'External Calendar Error',
  'There is a problem accessing your calendar.',
)
