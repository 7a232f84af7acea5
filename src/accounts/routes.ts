import type { RouteTable } from '#contract/route-table.ts'
import { updateUser } from './operations/update-user.ts'

export const accountRoutes: RouteTable = {
  'PATCH /users/me': updateUser,
  'PATCH /users/:uuid': updateUser,
}
