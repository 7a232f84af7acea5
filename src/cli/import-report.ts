import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import type { getImport, shownRemarks, tryImport } from '#imports/index.ts'
import { counted } from '#platform/counted.ts'
import { listing } from './columns.ts'

type ImportResource = z.output<typeof getImport.output>

export type Going = { readonly resource: ImportResource; readonly organization: string }

type Tried = Pick<Awaited<ReturnType<typeof tryImport>>, 'organization' | 'counts' | 'seconds'> &
  ReturnType<typeof shownRemarks>

export type ImportDocument = Going | { readonly would_import: Tried }

export const exitCodeOf = ({ resource }: Going): number => (resource.state === 'failed' ? 1 : 0)

/** The command that goes on with it, and how far it is. */
export const next = ({
  resource,
  organization,
}: Going): { readonly words: readonly string[]; readonly line: string } | undefined =>
  resource.state === 'running'
    ? {
        words: ['import', 'watch', `--id=${idOf(resource)}`, `--organization=${organization}`],
        line: progressLine(resource),
      }
    : undefined

const progressLine = (resource: ImportResource): string => [placeLine(resource), resource.fault ?? []].flat().join('. ')

const placeLine = ({
  step,
  meetings_total: total,
  meetings_read: read,
  seconds_left: seconds,
}: ImportResource): string => {
  if (step !== 'meetings' || total === null)
    return `Reading: ${step.replaceAll('_', ' ')}${step === 'counting' && total !== null ? `, ${total} meetings` : ''}`
  return `Meetings: ${read} of ${total}${seconds === null ? '' : `, about ${durationOf(seconds)} left`}`
}

const durationOf = (seconds: number): string =>
  seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')

const bullets = (title: string, sentences: readonly string[]): string =>
  sentences.length === 0 ? '' : `\n\n${title}\n${sentences.map((one) => `- ${one}`).join('\n')}`

/** After the first import. */
const nextSteps = ({ state, run, take_over }: ImportResource): readonly string[] =>
  state !== 'finished' || run > 1
    ? []
    : [
        'To sign in without a password: openslot sign-in-link',
        ...(take_over
          ? []
          : ['The source keeps sending reminders. Turn them off there, then import again with --take-over.']),
        'Until hosts connect their calendars, only their meetings block their time here.',
      ]

export const showReport = (resource: ImportResource): string => {
  const { state, source, fault, counts, remarks, not_imported } = resource
  const head =
    state === 'finished'
      ? `Imported from ${source}:`
      : state === 'failed'
        ? `The import from ${source} stopped. ${fault}`
        : `The import from ${source} is still running.${fault === null ? '' : ` ${fault}`}`
  const table = listing(counts, ['', 'new', 'changed', 'as before', 'gone there'], (one) => [
    one.kind.replaceAll('_', ' '),
    ...[one.created, one.changed, one.unchanged, one.gone].map(String),
  ])
  return `${head}\n${table}${bullets('To review:', remarks)}${bullets('Not imported:', not_imported)}${bullets('Next:', nextSteps(resource))}`
}

export const showTried = ({ organization, counts, seconds, remarks, not_imported }: Tried): string => {
  const lines = Object.entries(counts).map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${count}`)
  const time = seconds === null ? '' : `\nIt would take about ${durationOf(seconds)}.`
  return `Preview of the import from "${organization}":\n${lines.join('\n')}${time}${bullets('To review:', remarks)}${bullets('Not imported:', not_imported)}`
}
