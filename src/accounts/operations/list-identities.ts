import { z } from 'zod'
import { collection } from '#execution/operation.ts'
import { IdentityResource, toIdentityResource } from '../resources.ts'
import { listIdentitiesOf } from '../store/identities.ts'

export const listIdentities = collection({
  name: 'list_identities',
  summary: 'List the accounts at identity providers that you sign in with',
  scopes: [],
  fromPrimary: true,
  input: z.object({}),
  output: IdentityResource,

  async run({ reader, principal: { organizationId, userId } }) {
    return (await listIdentitiesOf(reader, organizationId, userId)).map(toIdentityResource)
  },
})
