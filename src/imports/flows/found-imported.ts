import { uuidForm } from '#contract/wire.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { performTogether } from '#execution/perform-together.ts'
import { countOrganizations, foundOrganization } from '#organizations/index.ts'
import { cleanLine, cleanZone } from '../calendly/clean.ts'
import { foreignId } from '../calendly/foreign.ts'
import type { Survey } from '../providers/survey.ts'

/**
 * In an installation where there is nothing yet: the organization of the other side, with its ids. Undefined where
 * there is something.
 */
export const foundImported = async (
  context: AppContext,
  { organization, owner, me }: Survey,
): Promise<string | undefined> => {
  if ((await countOrganizations(context.database.reader)) > 0) return undefined
  const user = owner?.user ?? me
  return performTogether(context, async (together) => {
    if ((await countOrganizations(together.database.reader)) > 0) return undefined
    await performOpen(together, foundOrganization, {
      name: cleanLine(user.name, 255, user.email),
      email: user.email,
      organization: cleanLine(organization.name, 255, 'Imported organization'),
      timezone: cleanZone(user.timezone),
      password_hash: null,
      unproven: true,
      ids: {
        organization: uuidIn(organization.id),
        user: uuidIn(foreignId(user.uri)),
        membership: owner && uuidIn(foreignId(owner.uri)),
      },
    })
    return user.email
  })
}

const uuidIn = (id: string): string | undefined => (uuidForm.test(id.toLowerCase()) ? id.toLowerCase() : undefined)
