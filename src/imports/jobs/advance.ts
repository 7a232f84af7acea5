import { randomUUID } from 'node:crypto'
import { recordFact, system } from '#activity/index.ts'
import { delayAfter } from '#execution/jobs/back-off.ts'
import type { AppContext } from '#execution/perform.ts'
import { faultOf } from '#platform/db/faults.ts'
import { analyzeTables } from '#platform/db/statistics.ts'
import { factSubject } from '../fact-subject.ts'
import { cursorAfter, type Import, plainCursor, type StepName, stepAfter, tokenContext } from '../import.ts'
import { type Remark, remarkOf, withRemarks } from '../remark.ts'
import { SourceFault } from '../source-fault.ts'
import {
  claimImport,
  endImport,
  findImportById,
  mayGoOn,
  putOff,
  releaseImport,
  saveProgress,
} from '../store/imports.ts'
import { type OpenSource, openSource } from './open-source.ts'
import type { Portion } from './step.ts'

/** What came of working on an import for a while. */
export type Advance =
  /** There is more, from now on or after a pause. */
  | { readonly kind: 'more'; readonly waitSeconds: number }
  /** Another process works on it. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'over' }

/** Another process has taken over. */
class LostLease extends Error {}

/** Who started it may not any more. */
class LostAccess extends Error {}

/**
 * Works on an import for about so long. Each portion is one transaction, with how far the import has come: a kill loses
 * one portion.
 */
export const advance = async (context: AppContext, importId: string, workMilliseconds: number): Promise<Advance> => {
  const { database, encryption, clock } = context
  const lease = randomUUID()
  const sealed = await database.write((tx) => claimImport(tx, importId, lease))
  const first = await findImportById(database.reader, importId)
  if (first?.state !== 'running') return { kind: 'over' }
  if (!sealed) return { kind: 'busy' }
  if (first.begunTries > maxBegunTries) {
    await end(context, first, lease, remarkOf('process_ended'))
    return { kind: 'over' }
  }
  if (!(await database.write((tx) => mayGoOn(tx, first)))) {
    await end(context, first, lease, remarkOf('access_ended'))
    return { kind: 'over' }
  }
  const restSeconds = (first.updatedAt.getTime() + pauseAfter(first.failedTries) - clock.now().getTime()) / 1000
  if (restSeconds > 0) {
    await release(context, first, lease)
    return { kind: 'more', waitSeconds: Math.ceil(restSeconds) }
  }
  const token = encryption.decrypt(sealed, ...tokenContext(importId))
  let source: OpenSource | undefined
  let current = first
  try {
    source = await openSource(context, first, token, workMilliseconds)
    for (;;) {
      const next = await advanceOnce(context, current, source, lease)
      if (!next) {
        await database.session(analyzeTables)
        return { kind: 'over' }
      }
      current = next
      if (source.isTimeOver) {
        await release(context, current, lease)
        return { kind: 'more', waitSeconds: 0 }
      }
    }
  } catch (error) {
    if (error instanceof LostLease) return { kind: 'busy' }
    if (error instanceof LostAccess) {
      await end(context, current, lease, remarkOf('access_ended'))
      return { kind: 'over' }
    }
    if (!(error instanceof SourceFault)) {
      await settleOwnFault(context, { first, current, lease }, error)
      throw error
    }
    if (error.kind === 'later' || (isPatient(error) && current !== first)) {
      await release(context, current, lease)
      return { kind: 'more', waitSeconds: error.waitSeconds }
    }
    const tries = first.failedTries + 1
    if (isPatient(error) && tries < maxTries[error.kind]) {
      await database.write((tx) => putOff(tx, first, lease, remarkOf('retrying', {}, error.remark), clock.now()))
      return { kind: 'more', waitSeconds: pauseAfter(tries) / 1000 }
    }
    await end(context, current, lease, endOf(error))
    return { kind: 'over' }
  } finally {
    await source?.close()
  }
}

const end = (context: AppContext, current: Import, lease: string, fault: Remark): Promise<void> =>
  context.database.write(async (tx) => {
    if (await endImport(tx, current, lease, fault, context.clock.now()))
      await recordProgress(context, current, tx, 'import.failed')
  })

/** The log has what went wrong here, since the job fails with it. While the database is away, no try counts. */
const settleOwnFault = async (
  context: AppContext,
  { first, current, lease }: { readonly first: Import; readonly current: Import; readonly lease: string },
  error: unknown,
): Promise<void> => {
  if (current !== first || ['away', 'try_again'].includes(faultOf(error))) return release(context, current, lease)
  const { database, clock } = context
  await database.write(async (tx) => {
    if (first.failedTries + 1 < maxTries.unreadable)
      await putOff(tx, first, lease, remarkOf('retrying', {}, remarkOf('own_fault')), clock.now())
    else if (await endImport(tx, first, lease, remarkOf('gave_up_here'), clock.now()))
      await recordProgress(context, first, tx, 'import.failed')
  })
}

/** Work that ended the process so often is not begun again. */
export const maxBegunTries = 3

/**
 * Tries in a row that brought nothing: a quarter of an hour of what is not understood or goes wrong here, a day without
 * an answer.
 */
const maxTries = { unreadable: 5, away: 30 } as const

const isPatient = (error: SourceFault): error is SourceFault & { readonly kind: keyof typeof maxTries } =>
  error.kind in maxTries

const pauseAfter = (tries: number): number => (tries === 0 ? 0 : delayAfter(tries, 0))

const endOf = ({ kind, remark }: SourceFault): Remark => {
  if (kind === 'unauthorized') return remarkOf('token_ended')
  if (kind === 'away') return remarkOf('gave_up_unreachable', {}, remark)
  if (kind === 'oversized') return remarkOf('oversized', {}, remark)
  if (kind === 'unreadable') return remarkOf('gave_up_unreadable', {}, remark)
  return remark
}

const release = (context: AppContext, current: Import, lease: string): Promise<void> =>
  context.database.write((tx) => releaseImport(tx, current, lease))

/** One portion of the current step. Gives the import as it is then; undefined when it is finished. */
const advanceOnce = async (
  context: AppContext,
  current: Import,
  source: OpenSource,
  lease: string,
): Promise<Import | undefined> => {
  const { database, digests, persons, codes, clock } = context
  const portion = await read(current, source)
  return database.write(async (tx) => {
    const added: Remark[] = [...source.remarks]
    const now = clock.now()
    if (!(await mayGoOn(tx, current))) throw new LostAccess()
    let fresh = 0
    await portion.save({
      ...{ tx, import: current, organizationId: current.organizationId, digests, persons, codes, now },
      remark: (code, values) => void added.push(remarkOf(code, values)),
      noteFresh: (count) => {
        fresh += count
      },
    })
    const step = portion.next === null ? stepAfter(current.step) : current.step
    const meetings = portion.meetings ?? current.meetings
    const progress = {
      step: step ?? current.step,
      cursor: portion.next,
      meetings,
      perMinute: source.perMinute ?? current.perMinute,
      remarks: withRemarks(current.remarks, added),
      ...portionsAfter(current, step, fresh),
    }
    if (!(await saveProgress(tx, current, lease, progress, now))) throw new LostLease()
    if (step === undefined && !(await endImport(tx, current, lease, null, now))) throw new LostLease()
    // A fact for each step, and not for each portion: nobody may delete any, and how many portions there are is for the
    // other side to say.
    if (step !== current.step)
      await recordProgress(
        context,
        { ...current, ...progress },
        tx,
        step === undefined ? 'import.finished' : 'import.advanced',
      )
    return step === undefined ? undefined : { ...current, ...progress }
  })
}

/** In a row, of one step. Lists of the largest organizations have fewer. */
export const maxIdlePortions = 1_000
export const maxPortions = 100_000

const portionsAfter = (
  current: Import,
  step: StepName | undefined,
  fresh: number,
): Pick<Import, 'portions' | 'idlePortions'> => {
  if (step !== current.step) return { portions: 0, idlePortions: 0 }
  const portions = current.portions + 1
  // The last step reads nothing of the other side: it ends with what is here.
  const idlePortions = fresh > 0 || step === 'finishing' ? 0 : current.idlePortions + 1
  if (idlePortions >= maxIdlePortions || portions >= maxPortions)
    throw new SourceFault('oversized', remarkOf('source_repeats', { list: step }))
  return { portions, idlePortions }
}

const nothing: Portion = { save: async () => {}, next: null }

const read = async (current: Import, source: OpenSource): Promise<Portion> => {
  const { step, cursor, reach } = current
  if (reach.closed.includes(step) || (step === 'counting' && reach.closed.includes('meetings'))) return nothing
  try {
    const portion = await source.read(current, plainCursor(cursor))
    return { ...portion, next: cursorAfter(cursor, portion.next, false) ?? null }
  } catch (error) {
    if (!(error instanceof SourceFault) || error.kind !== 'rejected' || cursor === null) throw error
    // The token of a page may have ended meanwhile: the list is read again from its beginning, which changes nothing
    // that is here.
    const portion = await source.read(current, null)
    const next = cursorAfter(cursor, portion.next, true)
    if (next === undefined) throw new SourceFault('rejected', remarkOf('page_refused', { list: step }, error.remark))
    return { ...portion, next }
  }
}

const recordProgress = (
  { links, clock }: AppContext,
  current: Import,
  tx: Parameters<typeof recordFact>[0],
  name: 'import.advanced' | 'import.finished' | 'import.failed',
) =>
  recordFact(tx, {
    name,
    organizationId: current.organizationId,
    actor: system,
    subject: factSubject(links, current),
    occurredAt: clock.now(),
  })
