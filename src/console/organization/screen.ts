import { isAdmin } from '#contract/principal.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { organizationTexts } from '../../../languages/console/organization.ts'
import { consolePage, type Screen } from '../console-page.ts'
import { showActivity } from './activity.ts'
import { changeLogo, changeNameAndColor, showBranding } from './branding.ts'
import { groupActs, showGroups, teamActs } from './groups.ts'
import { beginImport, endImport, importAgain, seeImport, showImport, showImports } from './imports.ts'
import { showMail, testMail } from './mail.ts'
import { handOver, invite, removeMember, resend, revoke, setRole, showPeople } from './people.ts'
import { sayingPlan } from './plan.ts'
import { eraseGuests, eraseMeetings, exportEverything, showPrivacy } from './privacy.ts'
import { changeRules, showRules } from './rules.ts'
import { administrationTextsFor } from './texts.ts'
import { changeVisitors, showVisitorRules } from './visitors.ts'

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
    'GET /app/organization/groups': consolePage(showGroups),
    'POST /app/organization/groups': consolePage(groupActs.create),
    'POST /app/organization/groups/restore': consolePage(groupActs.restore),
    'POST /app/organization/groups/:id/rename': consolePage(groupActs.rename),
    'POST /app/organization/groups/:id/delete': consolePage(groupActs.remove),
    'POST /app/organization/groups/:id/members': consolePage(groupActs.addMember),
    'POST /app/organization/groups/:id/members/remove': consolePage(groupActs.removeMember),
    'POST /app/organization/teams': consolePage(teamActs.create),
    'POST /app/organization/teams/restore': consolePage(teamActs.restore),
    'POST /app/organization/teams/:id/rename': consolePage(teamActs.rename),
    'POST /app/organization/teams/:id/delete': consolePage(teamActs.remove),
    'POST /app/organization/teams/:id/members': consolePage(teamActs.addMember),
    'POST /app/organization/teams/:id/members/remove': consolePage(teamActs.removeMember),
    'GET /app/organization/branding': consolePage(showBranding),
    'POST /app/organization/branding': consolePage(changeNameAndColor),
    'POST /app/organization/branding/logo': consolePage(changeLogo),
    'GET /app/organization/rules': consolePage(showRules),
    'POST /app/organization/rules': consolePage(changeRules),
    'GET /app/organization/visitors': consolePage(showVisitorRules),
    'POST /app/organization/visitors': consolePage(changeVisitors),
    'GET /app/organization/activity': consolePage(sayingPlan('activity', showActivity)),
    'GET /app/organization/mail': consolePage(sayingPlan('mail', showMail)),
    'POST /app/organization/mail/test': consolePage(testMail),
    'GET /app/organization/privacy': consolePage(sayingPlan('privacy', showPrivacy)),
    'POST /app/organization/privacy/guests': consolePage(eraseGuests),
    'POST /app/organization/privacy/meetings': consolePage(eraseMeetings),
    'POST /app/organization/export': consolePage(exportEverything),
    'GET /app/organization/imports': consolePage(showImports),
    'POST /app/organization/imports': consolePage(beginImport),
    'POST /app/organization/imports/preview': consolePage(seeImport),
    'GET /app/organization/imports/:id': consolePage(showImport),
    'POST /app/organization/imports/:id': consolePage(importAgain),
    'POST /app/organization/imports/:id/stop': consolePage(endImport),
  },
  async palette(visit) {
    const { tabs } = administrationTextsFor(visit)
    const invite = {
      group: 'do',
      label: inLocale(organizationTexts, visit.language.locale).invite,
      href: '/app/organization',
    } as const
    const places = (['groups', 'branding', 'rules', 'visitors', 'activity', 'mail', 'privacy', 'imports'] as const).map(
      (tab) => ({
        group: 'go' as const,
        label: tabs[tab],
        href: `/app/organization/${tab}`,
      }),
    )
    return [invite, { group: 'go', label: tabs.people, href: '/app/organization' }, ...places]
  },
}
