import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { list } from '#execution/operation.ts'
import { ImportResource, toImportResource } from '../resources.ts'
import { listImports as listPage } from '../store/imports.ts'
import { countRecords } from '../store/records.ts'

export const listImports = list({
  name: 'list_imports',
  summary: 'List the imports of your organization',
  description: 'For owners and admins.',
  scopes: ['organizations:read'],
  input: z.object({}),
  output: ImportResource,
  sorting: { fields: ['created_at'], default: 'created_at:asc' },

  async run({ reader, principal, links, now, page }) {
    if (!isAdmin(principal)) throw refuse('no_access')
    const found = await listPage(reader, principal.organizationId, page)
    const items = await Promise.all(
      found.items.map(async (one) => toImportResource(links, one, await countRecords(reader, one), now)),
    )
    return { ...found, items }
  },
})
