// on: embedded
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccountByEmail, listLeaversOrganizations, removeOrganizationMember } from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember } from '../../support/cast.ts'

const app = await testApp()

test('the organization of a removed member is one that nobody set up, until somebody joins them there', async () => {
  const { owner, colleague, outsider } = await aCast(app)
  const { reader } = app.context.database
  await app.run(removeOrganizationMember, owner.principal, { uuid: colleague.principal.membershipId })
  const own = (await findAccountByEmail(reader, colleague.email))?.organizationId ?? ''
  const isListed = async (organizationId: string): Promise<boolean> =>
    (await listLeaversOrganizations(reader)).includes(organizationId)
  assert.deepEqual(
    await Promise.all([own, owner.principal.organizationId, outsider.principal.organizationId].map(isListed)),
    [true, false, false],
  )
  await aMember(app, { ...colleague, principal: { ...colleague.principal, organizationId: own, role: 'owner' } })
  assert.equal(await isListed(own), false)
})
