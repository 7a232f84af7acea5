import { h } from 'preact'
import { type EventType, listShownTypes } from '#event-types/index.ts'
import { findBrand, findProfile, findTeamPage } from '#organizations/index.ts'
import { type ListedType, ProfilePage, TeamPage } from '../../web/booking/profile.tsx'
import { type BookingPageHandler, type BookingPageTable, closedPage } from './answers.ts'
import { localeFor, pageLanguageOf } from './page-language.ts'
import { queryForType } from './query-parameters.ts'
import type { BookingVisit } from './visit.ts'

const languageIn = ({ query, acceptLanguage }: BookingVisit) => pageLanguageOf(localeFor(query.get('locale'), null, acceptLanguage))

const hexOf = ({ color }: EventType): string => color.slice(1)

const listed = (eventType: EventType, query: string): ListedType => ({
  name: eventType.name,
  address: `/${eventType.owner.slug}/${eventType.slug}${query}`,
  description: eventType.descriptionPlain?.trim() ? eventType.descriptionPlain.slice(0, 300) : null,
  durations: eventType.durationOptions ?? [eventType.duration],
  seats: eventType.kind === 'group' ? eventType.seats : null,
  colorClass: `c${hexOf(eventType)}`,
})

const profile: BookingPageHandler = async (visit) => {
  const { reader } = visit.context.database
  const found = await findProfile(reader, visit.params.user?.toLowerCase() ?? '')
  if (!found) return closedPage(visit, languageIn(visit), { reason: 'unknown' })
  const [types, brand] = await Promise.all([listShownTypes(reader, found.organizationId, [found.membershipId]), findBrand(reader, found.organizationId)])
  const language = languageIn(visit)
  const query = queryForType(visit.query)
  return {
    title: found.name,
    language,
    brand,
    content: h(ProfilePage, {
      language,
      name: found.name,
      avatarUrl: found.avatarUrl,
      hidesDetails: visit.query.get('hide_landing_page_details') === '1',
      types: types.map((eventType) => listed(eventType, query)),
    }),
    colors: types.map(hexOf),
    pictures: [found.avatarUrl],
    data: { viewed: 'profile_page_viewed' },
  }
}

const team: BookingPageHandler = async (visit) => {
  const { reader } = visit.context.database
  const found = await findTeamPage(reader, visit.params.team?.toLowerCase() ?? '')
  if (!found) return closedPage(visit, languageIn(visit), { reason: 'unknown' })
  const members = found.members.map(({ membershipId }) => membershipId)
  const [shown, brand] = await Promise.all([listShownTypes(reader, found.organizationId, members), findBrand(reader, found.organizationId)])
  // A type with a single host is on that host's own page.
  const types = shown.filter(({ pooling }) => pooling !== null)
  const language = languageIn(visit)
  const query = queryForType(visit.query)
  return {
    title: found.name,
    language,
    brand,
    content: h(TeamPage, {
      language,
      name: found.name,
      members: found.members.map(({ name, avatarUrl, slug }) => ({ name, avatarUrl, address: `/${slug}${query}` })),
      types: types.map((eventType) => listed(eventType, query)),
    }),
    colors: types.map(hexOf),
    pictures: found.members.map(({ avatarUrl }) => avatarUrl),
    data: { viewed: 'profile_page_viewed' },
  }
}

export const profilePages: BookingPageTable = {
  'GET /:user': profile,
  'GET /team/:team': team,
}
