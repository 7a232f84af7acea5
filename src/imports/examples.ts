import { exampleUri } from '#contract/wire.ts'
import { importRemarks } from '../../languages/import-remarks.ts'

const created_at = '2026-03-30T08:15:00.120000Z'

export const importRequestExample = {
  kind: 'calendly',
  url: 'https://api.calendly.com',
  token: 'eyJraWQiOiIxY2UxZTEzNjE3ZGNmNzY2YjNjZWJjY2Y4ZGM1YmFmYThhNjVlNjg0MDIz',
  take_over: false,
}

export const importExample = {
  uri: exampleUri('imports'),
  kind: 'calendly',
  source: 'https://api.calendly.com',
  state: 'running',
  step: 'meetings',
  run: 1,
  meetings_total: 10_000,
  meetings_read: 2_500,
  seconds_left: 930,
  counts: [{ kind: 'scheduled_events', created: 2_500, changed: 0, unchanged: 0, gone: 0 }],
  remarks: [],
  remark_codes: [],
  not_imported: [importRemarks.never_form_rules],
  not_imported_codes: ['never_form_rules'],
  fault: null,
  fault_code: null,
  take_over: false,
  invite: false,
  apply_buffers: false,
  prefer_source: false,
  created_at,
  updated_at: created_at,
  finished_at: null,
}
