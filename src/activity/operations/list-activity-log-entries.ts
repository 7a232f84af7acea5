import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { missing, refuse } from '#contract/problem.ts'
import { says } from '#contract/reasons.ts'
import { instant, listOf, referenceTo } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { maxCounted, sortFields } from '../entry.ts'
import { besideOf, EntriesBeside, EntryResource, toEntryResource } from '../resources.ts'
import { parseSearchTerm } from '../search-term.ts'
import { listEntries } from '../store/entries.ts'

const name = z.string().regex(/^[A-Za-z0-9\-_]{1,100}$/, says('format'))

const maxTermLength = 300

const searchTerm = z
  .string()
  .max(maxTermLength)
  .transform((text, context) => {
    if (text.trim() === '') return undefined
    const term = parseSearchTerm(text)
    if (term) return term
    context.addIssue({ code: 'custom', message: says('format') })
    return z.NEVER
  })
  .meta({
    description:
      'Search terms: `a b` or `a + b` for both, `a | b` or `a OR b` for either, `-a` to exclude, `"a b"` for a phrase, `a*` for a prefix, and parentheses',
    examples: ['token +(created | revoked) -"crm sync"'],
  })

export const listActivityLogEntries = list({
  name: 'list_activity_log_entries',
  summary: 'List activity log entries',
  description:
    "For owners and admins. Every change is recorded in one entry. Entries can't be edited. Entries about invitees contain their URI only.",
  scopes: ['activity_log:read'],
  plan: 'enterprise',
  sorting: { fields: sortFields, default: 'occurred_at:desc' },
  beside: EntriesBeside,
  input: z.object({
    organization: referenceTo('organizations').optional(),
    search_term: searchTerm.optional(),
    actor: listOf(referenceTo('users'), 100).optional(),
    namespace: listOf(name, 100).optional(),
    action: listOf(name, 100).optional(),
    min_occurred_at: instant.optional(),
    max_occurred_at: instant.optional(),
  }),
  output: EntryResource,

  async run({ reader, principal, links, page }, { organization: organizationId, ...asked }) {
    if (organizationId !== undefined && organizationId !== principal.organizationId) throw missing()
    if (!isAdmin(principal)) throw refuse('no_access')
    const {
      search_term: search,
      actor: userIds,
      namespace: namespaces,
      action: actions,
      min_occurred_at: from,
      max_occurred_at: to,
    } = asked
    const filter = { search, userIds, namespaces, actions, from, to }
    const { page: found, total } = await listEntries(reader, principal.organizationId, filter, page)
    return {
      ...mapPage(found, (entry) => toEntryResource(links, principal.organizationId, entry)),
      beside: besideOf(found.items, total, maxCounted),
    }
  },
})
