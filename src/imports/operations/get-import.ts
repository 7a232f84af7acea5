import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { read } from '#execution/operation.ts'
import { ImportResource, toImportResource } from '../resources.ts'
import { findImport } from '../store/imports.ts'
import { countRecords } from '../store/records.ts'

export const getImport = read({
  name: 'get_import',
  summary: 'Get an import and its progress',
  description: 'For owners and admins.',
  scopes: ['organizations:read'],
  input: z.object({ uuid: pathId }),
  output: ImportResource,

  async run({ reader, principal, links, now }, { uuid }) {
    const found = existing(await findImport(reader, principal.organizationId, uuid))
    if (!isAdmin(principal)) throw refuse('no_access')
    return toImportResource(links, found, await countRecords(reader, found), now)
  },
})
