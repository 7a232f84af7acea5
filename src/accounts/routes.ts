import type { RouteTable } from '#execution/route-table.ts'
import { setAvatar } from './operations/set-avatar.ts'
import { updateUser } from './operations/update-user.ts'

export const accountRoutes: RouteTable = {
  'PATCH /users/me': updateUser,
  'PATCH /users/:uuid': updateUser,
  'POST /users/:uuid/avatar': setAvatar,
}
