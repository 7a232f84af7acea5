import { z } from 'zod'
import { mapPage } from '#contract/page.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { flag } from '#contract/wire.ts'
import { list } from '#execution/operation.ts'
import { TokenResource, toTokenResource } from '../resources.ts'
import { listTokens } from '../store/tokens.ts'

export const listPersonalAccessTokens = list({
  name: 'list_personal_access_tokens',
  summary: 'List the personal access tokens that work',
  description: 'The own ones; with `everyone`, and for owners and admins only, those of the whole organization.',
  scopes: [],
  sorting: { fields: [], default: 'created_at:asc' },
  fromPrimary: true,
  input: z.object({ everyone: flag.default(false) }),
  output: TokenResource,

  async run({ reader, principal, page, now }, { everyone }) {
    if (everyone && !isAdmin(principal)) throw refuse('no_access')
    const found = await listTokens(
      reader,
      principal.organizationId,
      everyone ? {} : { membershipId: principal.membershipId },
      page,
      now,
    )
    return mapPage(found, toTokenResource)
  },
})
