import { accountPages } from './account.ts'
import { authorizedAppPages } from './authorized-apps.ts'
import { emailPages } from './email.ts'
import { invitationPages } from './invitations.ts'
import { loginPages } from './login.ts'
import { passwordPages } from './password.ts'
import { secondFactorPages } from './second-factor.ts'
import { tokenPages } from './tokens.ts'
import type { PageTable } from './visit.ts'

/** Every page, by its address. */
export const pages: PageTable = {
  ...loginPages,
  ...passwordPages,
  ...emailPages,
  ...invitationPages,
  ...accountPages,
  ...secondFactorPages,
  ...tokenPages,
  ...authorizedAppPages,
}
