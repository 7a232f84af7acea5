import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { idInUri } from '#contract/wire.ts'
import type { Visit } from '#pages/visit.ts'
import type { getRoutingFormSetup } from '#routing/index.ts'
import { filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type RoutingFormsTexts, routingFormsTexts } from '../../../languages/console/routing-forms.ts'
import type { Toast } from '../shell/shell.tsx'

export const textsFor = ({ language }: Pick<Visit, 'language'>): RoutingFormsTexts =>
  inLocale(routingFormsTexts, language.locale)

/** The toast for the action named in the query. */
export const toastOf = (visit: Visit): Toast | undefined => {
  const { done } = textsFor(visit)
  const name = visit.query.get('done') ?? ''
  if (!Object.hasOwn(done, name)) return undefined
  const text = done[name as keyof typeof done]
  const [of, was] = [visit.query.get('of') ?? '', visit.query.get('was') ?? '']
  const path = (id: string): string => `/app/forms/${encodeURIComponent(id)}`
  if (name === 'deleted' && of !== '') return { text, undo: { action: `${path(of)}/restore`, fields: { status: was } } }
  if (name === 'saved' && was !== '')
    return { text, undo: { action: `${path(visit.params.id ?? '')}/undo`, fields: { part: of, of: was } } }
  const status = { published: 'draft', unpublished: 'published' }[name]
  return status === undefined
    ? { text }
    : { text, undo: { action: `${path(visit.params.id ?? '')}/status`, fields: { status } } }
}

export type RoutingFormSetup = z.output<typeof getRoutingFormSetup.output>
export type Rule = RoutingFormSetup['rules'][number]
export type Destination = RoutingFormSetup['fallback']

/**
 * Rules have no ids. One is known by what it says, so that a form about it is never about the one that has its place by
 * now.
 */
export const keysOf = (rules: readonly Rule[]): readonly string[] => {
  const digests = rules.map((rule) => createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 16))
  return digests.map((digest, at) => `${digest}-${digests.slice(0, at).filter((other) => other === digest).length}`)
}

/** The names of event types, by their ids. */
export type TypeNames = ReadonlyMap<string, string>

export const destinationText = (
  { rules }: RoutingFormsTexts,
  { type, value }: Destination,
  names: TypeNames,
): string => {
  if (type === 'custom_message') return filled(rules.message, { headline: value.headline })
  return type === 'external_url' ? value : (names.get(idInUri(value)) ?? rules.gone)
}

/** A rule in plain words. */
export const ruleText = (
  texts: RoutingFormsTexts,
  { match, conditions, destination }: Rule,
  questions: RoutingFormSetup['questions'],
  names: TypeNames,
): string => {
  const { rules } = texts
  const quoted = (text: string): string => filled(rules.quoted, { text })
  const read = conditions.map(({ question, operator, values }) => {
    const asked = questions.find(({ uuid }) => uuid === question)?.name ?? question
    return [quoted(asked), rules.operators[operator], values.map(quoted).join(` ${rules.or} `)]
      .filter(Boolean)
      .join(' ')
  })
  const joined = read.join(` ${match === 'all' ? rules.and : rules.or} `)
  return filled(rules.sentence, { conditions: joined, destination: destinationText(texts, destination, names) })
}
