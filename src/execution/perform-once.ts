import { type ApiResponse, addressesIn, readAnswer, writeAnswer } from '#contract/answer.ts'
import type { Principal } from '#contract/principal.ts'
import { idempotencyKeyReused, Problem } from '#contract/problem.ts'
import type { WriteOperation } from '#execution/operation.ts'
import type { Recipe } from '#platform/crypto/codes.ts'
import type { Tx } from '#platform/db/database.ts'
import { withAliases } from './aliases.ts'
import { type AppContext, callContext, prepare, type RawInput, withSemaphore } from './perform.ts'
import {
  claimKey,
  findStoredAnswer,
  loadStoredAnswer,
  type StoredAnswer,
  storeAnswer,
} from './store/idempotency-keys.ts'

/**
 * A request that may come again: the key its sender gave it, where it was sent, and how its result becomes an answer.
 */
export interface Repeatable {
  readonly key: string
  readonly address: string
  render(result: unknown): ApiResponse
}

export interface OnceAnswer {
  readonly answer: ApiResponse
  /** It was done before, and this is what was answered then. */
  readonly isReplay: boolean
}

/**
 * As `perform`, but what was done under a key is not done again: its answer is kept, in the same transaction, and given
 * again. A refusal keeps nothing, so the key stays free. Keys belong to one member: the same key of another member is
 * another key.
 */
export const performOnce = (
  context: AppContext,
  // biome-ignore lint/suspicious/noExplicitAny: as in Operation.
  operation: WriteOperation<any, any, any>,
  principal: Principal,
  raw: RawInput,
  repeatable: Repeatable,
): Promise<OnceAnswer> =>
  withAliases(context, principal, raw, (known) => performOnceAs(context, operation, principal, known, repeatable))

const performOnceAs = async (
  context: AppContext,
  // biome-ignore lint/suspicious/noExplicitAny: as in Operation.
  operation: WriteOperation<any, any, any>,
  principal: Principal,
  raw: RawInput,
  { key, address, render }: Repeatable,
): Promise<OnceAnswer> => {
  const input = prepare(operation, principal, raw)
  const { organizationId, membershipId } = principal
  const call = callContext(context, principal, operation, raw)
  const keyDigest = context.digests.of('idempotency key', organizationId, membershipId, key)
  const requestDigest = context.digests.of('request', address, canonical(raw))
  const claimed = { membershipId, keyDigest }
  const associatedData = (status: number): string[] => [
    'answer',
    organizationId,
    membershipId,
    keyDigest.toString('hex'),
    requestDigest.toString('hex'),
    String(status),
  ]

  const replay = (kept: StoredAnswer): OnceAnswer => {
    if (!kept.requestDigest.equals(requestDigest)) throw reused()
    return {
      answer: readAnswer(
        context.encryption.decrypt(kept.answer, ...associatedData(kept.status)),
        kept.status,
        context.codes,
      ),
      isReplay: true,
    }
  }

  // Another service is asked only for what was not done yet.
  const kept = operation.ask && (await findStoredAnswer(context.database.reader, organizationId, claimed, call.now))
  if (kept) return replay(kept)
  const asked: unknown = await operation.ask?.(
    { ...call, reader: context.database.reader, outgoing: context.outgoing, keep: context.database.write },
    input,
  )
  const doIt = async (tx: Tx): Promise<OnceAnswer> => {
    const codes = new Map<string, Recipe>()
    const persons = new Map<string, Buffer>()
    const watched = context.persons.watched((person) => void persons.set(person.toString('hex'), person))
    const result = await operation.run(
      { ...call, codes: context.codes.watched((code, recipe) => void codes.set(code, recipe)), persons: watched, tx },
      input,
      asked,
    )
    for (const email of addressesIn(result)) watched.of(organizationId, email)
    const answer = render(result)
    const sealed = context.encryption.encrypt(writeAnswer(answer, codes), ...associatedData(answer.status))
    await storeAnswer(tx, organizationId, claimed, {
      status: answer.status,
      answer: sealed,
      persons: [...persons.values()],
    })
    return { answer, isReplay: false }
  }

  return withSemaphore(context, operation, input, () =>
    context.database.write(async (tx) =>
      (await claimKey(tx, organizationId, claimed, requestDigest, call.now))
        ? doIt(tx)
        : replay(await loadStoredAnswer(tx, organizationId, claimed)),
    ),
  )
}

const reused = (): Problem =>
  new Problem(idempotencyKeyReused, {
    details: [{ parameter: 'Idempotency-Key', reason: 'repeated_request' }],
  })

/** The same for the same fields, in whatever order they were sent. */
const canonical = ({ path, query, body }: RawInput): string =>
  JSON.stringify({ path, query, body }, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
