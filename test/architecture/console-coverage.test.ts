import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allCommands } from '#cli/catalogue.ts'
import { consolePages } from '#console/serve-console.ts'
import { ownPages, signInPages } from '#pages/pages.ts'

/** What the contract leaves to the host's web app, and where it is done. */
const transitions: Readonly<Record<string, readonly string[]>> = {
  'a booking on behalf of somebody': ['POST /app/meetings/new/:type/:start'],
  'a meeting is canceled': ['POST /app/meetings/:id/cancel'],
  'an invitee is canceled': ['POST /app/meetings/:id/guests/:guest/cancel'],
  'an invitee is rescheduled by the host': ['POST /app/meetings/:id/move/:who/:start'],
  'a meeting is rescheduled with all who come': ['POST /app/meetings/:id/move/:who/:start'],
  'a no-show is marked and unmarked': ['POST /app/meetings/:id/guests/:guest/no-show'],
  'what was paid is refunded': ['POST /app/meetings/:id/guests/:guest/refund'],
  'an invitation is sent, sent again and revoked': [
    'POST /app/organization/invitations',
    'POST /app/organization/invitations/:id/resend',
    'POST /app/organization/invitations/:id/revoke',
  ],
  'a member becomes an admin, and an admin a member': ['POST /app/organization/members/:id/role'],
  'a member is removed': ['POST /app/organization/members/:id/remove'],
  'an organization gets another owner': ['POST /app/organization/members/:id/hand-over'],
  'a routing form is made, published, made a draft again and deleted': [
    'POST /app/forms',
    'POST /app/forms/:id/status',
    'POST /app/forms/:id/delete',
  ],
  'an event type is switched on and off': ['POST /app/types/:id/switch'],
  'an event type is deleted': ['POST /app/types/:id/delete'],
  'links that are booked through once': ['POST /app/types/:id/links'],
  'a message in own words is made, changed, tried, turned on, and deleted': [
    'POST /app/messages',
    'POST /app/messages/:id',
    'POST /app/messages/:id/test',
    'POST /app/messages/:id/switch',
    'POST /app/messages/:id/delete',
  ],
  'a webhook is made, tried, sent again and deleted': [
    'POST /app/developers/webhooks',
    'POST /app/developers/webhooks/:id/test',
    'POST /app/developers/webhooks/:id/replay',
    'POST /app/developers/webhooks/:id/delete',
  ],
}

const people = 'GET /app/organization'
const groups = (act: string): string => `POST /app/organization/groups${act}`
const teams = (act: string): string => `POST /app/organization/teams${act}`

/** Every command that a person may want, and the page that does it. */
const commands: Readonly<Record<string, string>> = {
  'app create': 'POST /app/developers/apps',
  'app delete': 'POST /app/developers/apps/:id/delete',
  'app list': 'GET /app/developers/apps',
  'app rotate': 'POST /app/developers/apps/:id/rotate',
  'booking cancel': 'POST /app/meetings/:id/cancel',
  'booking create': 'POST /app/meetings/new/:type/:start',
  'booking list': 'GET /app/meetings',
  'booking reschedule': 'POST /app/meetings/:id/move/:who/:start',
  'booking times': 'GET /app/meetings/new/:type',
  'calendar check': 'GET /app/integrations',
  'calendar connect': 'POST /app/integrations/accounts',
  'calendar disconnect': 'POST /app/integrations/connections/:id/disconnect',
  'calendar list': 'GET /app/integrations',
  'calendar password': 'POST /app/integrations/connections/:id/password',
  'calendar read': 'POST /app/integrations/connections/:id/read',
  'calendar set': 'POST /app/integrations/:id/settings',
  'payment accounts': 'GET /app/integrations/payments',
  'payment check': 'POST /app/integrations/payments/:id/check',
  'payment connect': 'POST /app/integrations/payments',
  'payment connect-paypal': 'POST /app/integrations/payments',
  'payment connect-stripe': 'POST /app/integrations/payments',
  'payment disconnect': 'POST /app/integrations/payments/:id/disconnect',
  'conference accounts': 'GET /app/integrations/conferences',
  'conference check': 'POST /app/integrations/conferences/accounts/:id/check',
  'conference connect': 'POST /app/integrations/conferences/services',
  'conference connect-zoom': 'POST /app/integrations/conferences/zoom-organization',
  'conference disconnect': 'POST /app/integrations/conferences/accounts/:id/disconnect',
  'conference remove': 'POST /app/integrations/conferences',
  'conference set': 'POST /app/integrations/conferences',
  'booking requests': 'GET /app/meetings/requests',
  'booking accept': 'POST /app/meetings/requests/:id',
  'booking decline': 'POST /app/meetings/requests/:id',
  'booking waiting': 'GET /app/meetings/requests',
  'booking remove-waiting': 'POST /app/meetings/waiting/:id/remove',
  'email change': 'POST /account/email',
  'event-type create': 'POST /app/types/new',
  'event-type delete': 'POST /app/types/:id/delete',
  'event-type hours': 'POST /app/types/:id',
  'event-type list': 'GET /app',
  'event-type set': 'POST /app/types/:id',
  'event-type share': 'POST /app/types/:id/permissions',
  'event-type unshare': 'POST /app/types/:id/permissions',
  export: 'POST /app/organization/export',
  'group add': groups('/:id/members'),
  'group create': groups(''),
  'group delete': groups('/:id/delete'),
  'group list': 'GET /app/organization/groups',
  'group remove': groups('/:id/members/remove'),
  'group rename': groups('/:id/rename'),
  'import calcom': 'POST /app/organization/imports',
  'import calendly': 'POST /app/organization/imports',
  'import stop': 'POST /app/organization/imports/:id/stop',
  'import watch': 'GET /app/organization/imports/:id',
  'invitation accept': 'POST /invitations/:code/accept',
  'invitation create': 'POST /app/organization/invitations',
  'invitation decline': 'POST /invitations/:code/decline',
  'invitation link': people,
  'invitation list': people,
  'invitation resend': 'POST /app/organization/invitations/:id/resend',
  'invitation revoke': 'POST /app/organization/invitations/:id/revoke',
  'link change-share': 'POST /app/types/:id/links/:link',
  'link create': 'POST /app/types/:id/links',
  'link delete-share': 'POST /app/types/:id/links/:link/delete',
  'link one-off': 'POST /app/types/:id/links',
  'link share': 'POST /app/types/:id/links',
  'link shares': 'GET /app/types/:id',
  'member add': 'POST /app/organization/invitations',
  'member list': people,
  'member remove': 'POST /app/organization/members/:id/remove',
  'member role': 'POST /app/organization/members/:id/role',
  'message add': 'POST /app/messages',
  'message delete': 'POST /app/messages/:id/delete',
  'message list': 'GET /app/messages',
  'message set': 'POST /app/messages/:id',
  'organization brand': 'POST /app/organization/branding',
  'organization visitors': 'POST /app/organization/visitors',
  'organization transfer': 'POST /app/organization/members/:id/hand-over',
  'password reset': 'POST /password',
  'routing-form create': 'POST /app/forms',
  'routing-form delete': 'POST /app/forms/:id/delete',
  'routing-form list': 'GET /app/forms',
  'routing-form publish': 'POST /app/forms/:id/status',
  'routing-form set': 'POST /app/forms/:id/rules',
  'routing-form show': 'GET /app/forms/:id',
  'routing-form submissions': 'GET /app/forms/:id/answers',
  'routing-form unpublish': 'POST /app/forms/:id/status',
  'schedule dates': 'POST /app/availability/:schedule/dates',
  'schedule delete': 'POST /app/availability/:schedule/delete',
  'schedule holidays': 'POST /app/availability/:schedule/holidays',
  'schedule list': 'GET /app/availability',
  'schedule set': 'POST /app/availability/:schedule/hours',
  'sign-in-link': 'POST /login',
  'team add': teams('/:id/members'),
  'team create': teams(''),
  'team delete': teams('/:id/delete'),
  'team list': 'GET /app/organization/groups',
  'team remove': teams('/:id/members/remove'),
  'team rename': teams('/:id/rename'),
  'token create': 'POST /account/tokens',
  'token list': 'GET /account/tokens',
  'token revoke': 'POST /account/tokens/revoke',
  'webhooks deliveries': 'GET /app/developers/webhooks/:id',
  'webhooks list': 'GET /app/developers',
  'webhooks replay': 'POST /app/developers/webhooks/:id/replay',
}

/** They are about the installation, or about all organizations of it. */
const ofTheOperator = [
  ...[
    'backup',
    'calendar overview',
    'doctor',
    'health',
    'hold',
    'init',
    'job list',
    'job retry',
    'migrate',
    'move',
    'restore',
    'resume',
    'serve',
    'start',
    'work',
  ],
  ...['import ics', 'import openslot', 'organization list', 'organization set'],
]

/** They look like a person's, and are the operator's for a reason. */
const ofTheOperatorToo: Readonly<Record<string, string>> = {
  'activity verify':
    'it compares every entry with the chain: proof for those who do not trust the database, who would not trust a page of it either',
  'member set': 'it changes the account of somebody else, which no role may; members change their own at /account',
}

const pages: ReadonlySet<string> = new Set(Object.keys({ ...consolePages, ...ownPages, ...signInPages }))

describe('the console does all that people do otherwise', () => {
  test('every transition that the contract leaves to it', () => {
    assert.deepEqual(
      Object.values(transitions)
        .flat()
        .filter((address) => !pages.has(address)),
      [],
    )
  })

  test('every command that is not the operator’s has its page, and a new one must be put on one of these lists', async () => {
    const known = [...Object.keys(commands), ...ofTheOperator, ...Object.keys(ofTheOperatorToo)].sort()
    assert.deepEqual((await allCommands()).map(({ name }) => name).sort(), known)
    assert.deepEqual(
      Object.entries(commands).filter(([, address]) => !pages.has(address)),
      [],
    )
  })
})
