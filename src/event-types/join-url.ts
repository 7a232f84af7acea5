import type { ReasonCode } from '#contract/reasons.ts'

/** What the placeholders of a join URL stand for: `{uuid}` is public, `{random}` can't be guessed. */
export interface JoinUrlValues {
  readonly uuid: string
  readonly random: string
}

/** Of a join URL, once its placeholders are filled. */
export const maxJoinUrlLength = 2048

export const joinUrlFor = (template: string, { uuid, random }: JoinUrlValues): string =>
  template.replaceAll('{uuid}', uuid).replaceAll('{random}', random)

/** 26 letters and digits, as `Codes` makes them: the form of every `{random}`. */
const randomForm = '[a-z2-7]{26}'
const uuidForm = '[0-9a-f-]{36}'

/** The `{random}` in a URL that was made from this template; undefined where the URL has another origin. */
export const randomIn = (template: string, url: string | null): string | undefined => {
  const [head, ...repeated] = template.split('{random}').map(withUuids)
  if (url === null || repeated.length === 0) return undefined
  const [next, ...others] = repeated
  const pattern = `^${head}(?<random>${randomForm})${[next, ...others].join('\\k<random>')}$`
  return new RegExp(pattern).exec(url)?.groups?.random
}

const withUuids = (text: string): string =>
  text
    .split('{uuid}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join(uuidForm)

const sample: JoinUrlValues = { uuid: '00000000-0000-4000-8000-000000000000', random: 'a'.repeat(26) }

/** Why meetings cannot be joined at this URL; undefined when they can. */
export const whyNotJoinUrl = (template: string): ReasonCode | undefined => {
  const url = joinUrlFor(template, sample)
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).username !== '') return 'not_https'
  if (/[{}]/.test(url)) return 'join_url_placeholder'
  return url.length > maxJoinUrlLength ? 'too_long' : undefined
}

/** Whether each meeting at this custom location gets a URL of its own. */
export const isJoinPattern = (location: string): boolean =>
  location.includes('{random}') && whyNotJoinUrl(location) === undefined

/** Where meetings of a pattern are, for people who have not booked yet. */
export const joinHostOf = (pattern: string): string =>
  new URL(joinUrlFor(pattern.replaceAll('{random}.', ''), sample)).host

/** A custom location is any text; but one that is meant as a pattern must be a good one. */
export const whyNotCustomLocation = (location: string): ReasonCode | undefined => {
  if (location.includes('{random}')) return whyNotJoinUrl(location)
  return /^https?:.*[{}]/is.test(location) ? 'join_url_placeholder' : undefined
}
