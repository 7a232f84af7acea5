import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { write } from '#execution/operation.ts'
import { ImportRequest } from '../requests.ts'
import { remarkFields, shownRemarks } from '../resources.ts'
import { tryImport } from '../workflow/try-import.ts'

/** Somebody waits for the page. */
const countMilliseconds = 25_000

/** For the console: the count takes longer than callers of an API wait. */
export const previewImport = write({
  name: 'preview_import',
  summary: 'Count what an import would bring',
  scopes: ['organizations:write'],
  input: ImportRequest,
  output: z.object({
    organization: z.string(),
    counts: z.record(z.string(), z.number()).meta({ description: 'Without what could not be counted in time' }),
    seconds: z.number().nullable(),
    ...remarkFields,
  }),

  async ask({ principal, outgoing, now }, { kind, url, token }) {
    if (!isAdmin(principal)) throw refuse('no_permission_for_action')
    return tryImport({ outgoing, now, workMilliseconds: countMilliseconds }, kind, url, token)
  },

  run: async (_, { kind }, { remarks, ...found }) => ({
    ...found,
    counts: { ...found.counts },
    ...shownRemarks(remarks, kind),
  }),
})
