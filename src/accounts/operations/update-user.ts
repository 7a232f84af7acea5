import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { existing, invalid, refuse } from '#contract/problem.ts'
import { line, pathId, pictureAddress, zoneName } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import {
  deleteAvatarOf,
  findMembershipOfUser,
  isUserSlugTaken,
  toUserResource,
  UserResource,
  updateUser as updateUserRow,
  userLocales,
  userSlug,
} from '#organizations/index.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'

export const updateUser = write({
  name: 'update_user',
  summary: 'Update your name, page address, time zone, language, time format, or picture',
  description:
    'You can update your own account only; `me` stands for it. Fields you leave out keep their values. When `slug` changes, links to the old page address stop working.',
  scopes: ['users:write'],
  fixed: ['email', 'scheduling_url', 'current_organization', 'resource_type'],
  input: z
    .object({
      uuid: z.union([z.literal('me'), pathId]).default('me'),
      name: line(255).optional(),
      slug: userSlug.optional(),
      timezone: zoneName.optional(),
      time_notation: z.enum(['12h', '24h']).optional(),
      locale: z.enum(userLocales).optional(),
      avatar_url: pictureAddress.nullable().optional(),
    })
    .transform(({ uuid, name, slug, timezone, time_notation, locale, avatar_url }) => ({
      userId: uuid,
      changes: { name, slug, timezone, timeNotation: time_notation, locale, avatarUrl: avatar_url },
    })),
  output: UserResource,

  async run(call, { userId, changes }) {
    const { tx, principal, links, now, checkFixed } = call
    const { organizationId } = principal
    const id = userId === 'me' ? principal.userId : userId
    const before = existing(await findMembershipOfUser(tx, organizationId, id))
    if (id !== principal.userId) throw refuse('no_permission_for_action')
    checkFixed(toUserResource(links, before.user, organizationId))
    const account = existing(await lockCredentials(tx, id))
    if (changes.slug !== undefined && (await isUserSlugTaken(tx, changes.slug, id)))
      throw invalid({ parameter: 'slug', reason: 'taken' })

    const hasChanges = await updateUserRow(tx, id, changes, now)
    if (hasChanges && changes.avatarUrl !== undefined) await deleteAvatarOf(tx, id)

    const { name: _, ...others } = changes
    const isNameAlone = Object.values(others).every((value) => value === undefined)
    if (hasChanges)
      await recordAccountFact(
        call,
        isNameAlone ? 'account.name_changed' : 'account.profile_changed',
        account,
        actorOf(principal),
      )
    const after = existing(await findMembershipOfUser(tx, organizationId, id))
    return toUserResource(links, after.user, organizationId)
  },
})
