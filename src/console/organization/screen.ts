import { isAdmin } from '#contract/principal.ts'
import { consolePage, type Screen } from '../console-page.ts'
import { handOver, invite, removeMember, resend, revoke, setRole, showPeople } from './people.ts'

export const organization: Screen = {
  name: 'organization',
  start: '/app/organization',
  isFor: isAdmin,
  pages: {
    'GET /app/organization': consolePage(showPeople),
    'POST /app/organization/invitations': consolePage(invite),
    'POST /app/organization/invitations/:id/resend': consolePage(resend),
    'POST /app/organization/invitations/:id/revoke': consolePage(revoke),
    'POST /app/organization/members/:id/role': consolePage(setRole),
    'POST /app/organization/members/:id/remove': consolePage(removeMember),
    'POST /app/organization/members/:id/hand-over': consolePage(handOver),
  },
}
