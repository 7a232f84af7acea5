import { accountPages } from './account.tsx'
import { authorizedAppPages } from './authorized-apps.tsx'
import { companySignInPages, identityPages } from './company-sign-in.tsx'
import { emailPages } from './email.tsx'
import { invitationPages } from './invitations.tsx'
import { loginPages } from './login.tsx'
import { meetingLinkPages } from './meeting-links.tsx'
import { passwordPages } from './password.tsx'
import { secondFactorPages } from './second-factor.tsx'
import { tokenPages } from './tokens.tsx'
import type { PageTable } from './visit.ts'

/** Around signing in, and from mails: a narrow page with one thing to do. */
export const signInPages: PageTable = {
  ...loginPages,
  ...companySignInPages,
  ...passwordPages,
  ...emailPages,
  ...invitationPages,
  ...meetingLinkPages,
}

/** What a signed-in user sets for themselves. The console shows these in its shell. */
export const ownPages: PageTable = {
  ...accountPages,
  ...identityPages,
  ...secondFactorPages,
  ...tokenPages,
  ...authorizedAppPages,
}
