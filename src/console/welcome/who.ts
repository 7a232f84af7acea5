import { h } from 'preact'
import { deviceOf, findCredentialsOf, signInByLink } from '#accounts/index.ts'
import { existing } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { errorsIn } from '#pages/errors.ts'
import { listedZones } from '#pages/listed-zones.ts'
import { holdingLink } from '#pages/mailed-link.ts'
import type { Visit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsolePage } from '../console-page.ts'
import { barePage, textsFor } from './bare-page.ts'
import { BackPage, DeadLinkPage, WhoPage } from './who-view.tsx'

const deadLink = (visit: Visit): ConsolePage => {
  const texts = textsFor(visit)
  return barePage({ isCapability: true, status: 404, title: texts.titleDead, content: h(DeadLinkPage, { texts }) })
}

/** `Europe / Lisbon`, by the names of cities. */
const zonesIn = (locale: string, chosen: string) => [
  { zone: 'UTC', city: 'UTC', also: [] },
  ...listedZones(locale, chosen).map(({ region, zone, city, also }) => ({ zone, city: `${region} / ${city}`, also })),
]

const page = async (
  visit: Visit,
  { code, userId }: { readonly code: string; readonly userId: string },
  errors: FieldErrors = {},
): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { formToken: token, form, context, language } = visit
  const account = existing(await findCredentialsOf(context.database.reader, userId))
  const action = `/app/welcome/${encodeURIComponent(code)}`
  if (!account.awaitsWelcome)
    return barePage({
      isCapability: true,
      title: texts.next,
      content: h(BackPage, { texts, token, action, name: account.name }),
    })
  const timezone = form.get('timezone') ?? ''
  const person = { name: form.get('name') ?? '', email: form.get('email') ?? '', timezone: timezone || 'UTC' }
  const content = h(WhoPage, {
    texts,
    token,
    action,
    person,
    isZoneGuessed: timezone === '',
    zones: zonesIn(language.locale, timezone),
    errors,
  })
  return barePage({
    isCapability: true,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    title: texts.titleWho,
    content,
  })
}

/** A look changes nothing: link previews and scanners follow links, too. */
export const showLink = holdingLink<ConsolePage>('sign_in', deadLink, page)

/** Continue uses the link up. */
export const takeLink = holdingLink<ConsolePage>('sign_in', deadLink, async (visit, link) => {
  const { form, context, userAgent, language, notation } = visit
  const reads = { locale: language.locale, time_notation: notation }
  const person = {
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    timezone: form.get('timezone') ?? '',
    ...reads,
  }
  const account = existing(await findCredentialsOf(context.database.reader, link.userId))
  try {
    const input = { code: link.code, device: deviceOf(userAgent), ...(account.awaitsWelcome ? { person } : {}) }
    const begun = await performOpen(context, signInByLink, input)
    const next = account.awaitsWelcome ? '/app/welcome/hours' : '/app'
    return { to: begun.awaits_code ? '/login/code' : next, cookie: { key: begun.key, expiresAt: begun.expires_at } }
  } catch (error) {
    const wrong = Object.entries(errorsIn(visit.language, error)).map(([name, text]) => [
      name.replace('person.', ''),
      text,
    ])
    return page(visit, link, Object.fromEntries(wrong))
  }
})
