import type { Asked } from './app.ts'
import { lastPart } from './cast.ts'

/** Invitations are served at two addresses: below their organization, and by themselves. Both behave the same. */
export const invitationAddresses = [
  {
    named: '/organizations/{uuid}/invitations',
    list: (organization: string) => ({
      address: `GET /organizations/${lastPart(organization)}/invitations`,
      query: {} as Record<string, string>,
    }),
    create: (organization: string, fields: Readonly<Record<string, unknown>>): { address: string } & Asked => ({
      address: `POST /organizations/${lastPart(organization)}/invitations`,
      body: fields,
    }),
    one: (method: string, organization: string, id: string) =>
      `${method} /organizations/${lastPart(organization)}/invitations/${id}`,
  },
  {
    named: '/organization_invitations',
    list: (organization: string) => ({
      address: 'GET /organization_invitations',
      query: { organization } as Record<string, string>,
    }),
    create: (organization: string, fields: Readonly<Record<string, unknown>>): { address: string } & Asked => ({
      address: 'POST /organization_invitations',
      body: { organization, ...fields },
    }),
    one: (method: string, _organization: string, id: string) => `${method} /organization_invitations/${id}`,
  },
] as const
