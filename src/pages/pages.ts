import { accountPages } from './account.ts'
import { authorizedAppPages } from './authorized-apps.ts'
import { emailPages } from './email.ts'
import { invitationPages } from './invitations.ts'
import { loginPages } from './login.ts'
import { passwordPages } from './password.ts'
import { secondFactorPages } from './second-factor.ts'
import { tokenPages } from './tokens.ts'
import type { PageTable } from './visit.ts'

/** Around signing in: a narrow page with one thing to do. */
export const signInPages: PageTable = { ...loginPages, ...passwordPages, ...emailPages, ...invitationPages }

/** What a signed-in user sets for themselves. The console shows these in its shell. */
export const ownPages: PageTable = { ...accountPages, ...secondFactorPages, ...tokenPages, ...authorizedAppPages }
