import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { maxPictureBodyBytes, pictureContent } from '#contract/picture.ts'
import { existing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import {
  deleteAvatarOf,
  findMembershipOfUser,
  picturePath,
  replacePicture,
  toUserResource,
  UserResource,
  updateUser,
} from '#organizations/index.ts'
import { recordAccountFact } from '../store/account-facts.ts'
import { lockCredentials } from '../store/credentials.ts'

export const setAvatar = write({
  name: 'set_avatar',
  summary: 'Upload your picture',
  description:
    'You can upload your own picture only; `me` stands for your account. It replaces an earlier one; `null` removes it.',
  scopes: ['users:write'],
  maxBodyBytes: maxPictureBodyBytes,
  input: z.object({ uuid: z.union([z.literal('me'), pathId]), picture: pictureContent.nullable() }),
  output: UserResource,

  async run(call, { uuid, picture }) {
    const { tx, principal, links, now } = call
    const { organizationId, membershipId, userId } = principal
    const before = existing(await findMembershipOfUser(tx, organizationId, uuid === 'me' ? userId : uuid))
    if (uuid !== 'me' && uuid !== userId) throw refuse('no_permission_for_action')
    const account = existing(await lockCredentials(tx, userId))

    const avatarUrl = picture && picturePath({ organizationId, membershipId }, picture)
    if (avatarUrl === before.user.avatarUrl) return toUserResource(links, before.user, organizationId)

    await deleteAvatarOf(tx, userId)
    if (picture) await replacePicture(tx, organizationId, membershipId, picture, now)
    await updateUser(tx, userId, { avatarUrl }, now)

    await recordAccountFact(call, 'account.profile_changed', account, actorOf(principal))
    const { user } = existing(await findMembershipOfUser(tx, organizationId, userId))
    return toUserResource(links, user, organizationId)
  },
})
