import { type ImportRemarkTexts, importRemarks } from '../../languages/import-remarks.ts'
import { cutTo } from './calendly/clean.ts'

export type RemarkCode = keyof ImportRemarkTexts

/** What an import reports: a code with values. The sentence is made where it is shown. */
export interface Remark {
  readonly code: RemarkCode
  readonly values: Readonly<Record<string, string | number>>
  /** What the other service did. */
  readonly cause?: Remark
}

export const remarkOf = (code: RemarkCode, values: Remark['values'] = {}, cause?: Remark): Remark => ({
  code,
  values,
  ...(cause && { cause }),
})

/** The sentence in English, or in the texts and names of another language. */
export const remarkText = (
  { code, values, cause }: Remark,
  texts: ImportRemarkTexts = importRemarks,
  nameOf: NameOf = plainName,
): string => {
  const all: Remark['values'] = { ...values, ...(cause && { cause: remarkText(cause, texts, nameOf) }) }
  return texts[code].replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name, String(all[name] ?? '')))
}

/** How a page shows a value, such as the name of a list. */
type NameOf = (parameter: string, value: string) => string

/** Lists, kinds, and fields are named as the API names them, with spaces. */
const plainName: NameOf = (parameter, value) =>
  ['list', 'kind', 'field'].includes(parameter) ? value.replaceAll('_', ' ') : value

/** For a refusal, whose values are flat: the cause, in English and as a code. */
export const whyOf = ({ remark }: { readonly remark: Remark }): Remark['values'] => ({
  ...remark.values,
  why: remarkText(remark),
  why_code: remark.code,
})

/** From the database. Releases before this one stored sentences. */
export const remarkFrom = (stored: unknown): Remark => {
  if (typeof stored === 'string') return remarkOf('other', { text: stored })
  if (!isKnown(stored)) return remarkOf('other', { text: JSON.stringify(stored) })
  return remarkOf(stored.code, stored.values, stored.cause ? remarkFrom(stored.cause) : undefined)
}

/** False for a code of a later release. */
const isKnown = (stored: unknown): stored is Remark =>
  typeof stored === 'object' && stored !== null && 'code' in stored && Object.hasOwn(importRemarks, String(stored.code))

/** A fault is one column of text. */
export const faultFrom = (stored: string | null): Remark | null =>
  stored === null ? null : remarkFrom(stored.startsWith('{') ? JSON.parse(stored) : stored)

const maxRemarks = 1_000
/** Remarks quote names and ids of the other service. */
const maxValueLength = 600

/** Each remark once, and not more than anyone reads. */
export const withRemarks = (remarks: readonly Remark[], added: readonly Remark[]): readonly Remark[] => {
  const all = [...new Map([...remarks, ...added.map(cut)].map((one) => [keyOf(one), one])).values()]
  return all.length <= maxRemarks ? all : [...all.slice(0, maxRemarks - 1), remarkOf('more')]
}

/** jsonb does not keep the order of names. */
const keyOf = ({ code, values, cause }: Remark): string =>
  JSON.stringify([code, Object.entries(values).sort(), cause && keyOf(cause)])

const cut = (remark: Remark): Remark => ({
  ...remark,
  values: Object.fromEntries(
    Object.entries(remark.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutTo(value, maxValueLength) : value,
    ]),
  ),
})
