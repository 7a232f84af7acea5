// The same people in every demo: instructions and screenshots can name them. Addresses under .test reach nobody.

export const demoOwner = {
  name: 'Demo Owner',
  email: 'owner@demo.test',
  organization: 'Demo organization',
  timezone: 'Europe/Lisbon',
}

export const demoOutsider = {
  name: 'Demo Outsider',
  email: 'outsider@elsewhere.test',
  organization: 'Another organization',
  timezone: 'America/New_York',
}

export const demoAdmin = {
  name: 'Demo Admin',
  email: 'admin@demo.test',
  role: 'admin',
  timezone: 'Europe/Berlin',
} as const

export const demoUser = { name: 'Demo User', email: 'user@demo.test', role: 'user', timezone: 'Asia/Kolkata' } as const

/** Was in the organization, and is not any more. */
export const demoFormerMember = {
  name: 'Demo Former Member',
  email: 'former@demo.test',
  role: 'user',
  timezone: 'Europe/Lisbon',
} as const

/** Came in by an invitation, and looks after a group. */
export const demoGroupAdmin = {
  name: 'Demo Group Admin',
  email: 'group.admin@demo.test',
  timezone: 'Australia/Lord_Howe',
} as const

export const demoInvited = { pending: 'pending@demo.test', declined: 'declined@demo.test' } as const

export const demoGroups = { sales: 'Demo Sales', support: 'Demo Support' } as const

export const demoTeam = 'Demo Team'

/** Its redirect is on this machine, so that a trial needs no server elsewhere. */
export const demoApp = { name: 'Demo App', redirectUri: 'http://127.0.0.1:9876/callback' } as const
