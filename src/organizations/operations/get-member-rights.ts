import { z } from 'zod'
import { read } from '#execution/operation.ts'
import { memberRights } from '../member-rights.ts'
import { loadMemberRights } from '../store/member-rights.ts'

/** For the console: what plain members may do by themselves. */
export const getMemberRights = read({
  name: 'get_member_rights',
  summary: 'See what members may do by themselves',
  scopes: ['organizations:read'],
  input: z.object({}),
  output: z.record(z.enum(memberRights), z.boolean()),

  run: ({ reader, principal }) => loadMemberRights(reader, principal.organizationId),
})
