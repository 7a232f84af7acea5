import { timingSafeEqual } from 'node:crypto'
import type { Route } from '#execution/route-table.ts'
import { rawInputOf } from './arguments.ts'
import { type Caller, type Fields, performAt } from './known-tool.ts'
import type { AddressTool, Confirmation } from './tool.ts'

export const confirmationKey = 'confirm'

export const confirmationForm = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Yes, do it', default: true } },
}

/** What the person is asked. What is about to change is read as them, so that nobody hears of what they may not see. */
export const questionFor = async (
  caller: Caller,
  { about, words }: Confirmation,
  tool: AddressTool,
  route: Route,
  sent: Fields,
): Promise<string> => {
  const raw = rawInputOf(tool, route, sent)
  if (about === undefined) return words(raw.body)
  const performed = await performAt(caller, about, raw.path, {})
  return words('result' in performed ? (performed.result as Fields) : {})
}

/** A yes is for exactly this call, by this member: it cannot be sent along with another one. */
export const confirmationState = ({ context, principal }: Caller, tool: string, sent: Fields): string =>
  context.digests
    .of('mcp confirmation', principal.organizationId, principal.membershipId, tool, JSON.stringify(sent))
    .toString('base64url')

export const isSameState = (expected: string, given: unknown): boolean =>
  typeof given === 'string' &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/** Said instead of doing it. */
export const notConfirmed = {
  title: 'Not Confirmed',
  message: 'The user did not confirm. Nothing was changed.',
}
