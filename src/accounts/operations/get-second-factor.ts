import { z } from 'zod'
import { read } from '#execution/operation.ts'
import { SecondFactorResource } from '../resources.ts'
import { findCredentialsOf } from '../store/credentials.ts'
import { findSecondFactor } from '../store/second-factor.ts'
import { otpauthUri } from '../totp.ts'

export const getSecondFactor = read({
  name: 'get_second_factor',
  summary: 'See whether you have a second factor; and its secret, until its first code was given',
  scopes: [],
  input: z.object({}),
  output: SecondFactorResource,

  async run({ reader, principal, encryption }) {
    const factor = await findSecondFactor(reader, principal.userId)
    if (!factor) return { status: 'off' as const }
    if (factor.confirmedAt) return { status: 'on' as const, recovery_codes_left: factor.recoveryCodesLeft }
    const secret = encryption.decrypt(factor.sealedSecret, 'totp', principal.userId)
    const email = (await findCredentialsOf(reader, principal.userId))?.email ?? ''
    return { status: 'pending' as const, secret, uri: otpauthUri(secret, email) }
  },
})
