import { h } from 'preact'
import { type EventType, listShownTypes } from '#event-types/index.ts'
import { readerOf } from '#execution/reader-of.ts'
import { type Brand, findBrand, findProfile, findTeamPage } from '#organizations/index.ts'
import type { PageLanguage } from '#ui/page-language.ts'
import { type BookingPageHandler, type BookingPageTable, closedPage } from './answers.tsx'
import { type ListedType, ProfilePage, TeamPage } from './booking/profile.tsx'
import { languageFor } from './page-language.ts'
import { queryForType } from './query-parameters.ts'

const hexOf = ({ color }: EventType): string => color.slice(1)

const listed = (types: readonly EventType[], query: string): ListedType[] =>
  types.map((eventType) => ({
    name: eventType.name,
    address: `/${eventType.owner.slug}/${eventType.slug}${query}`,
    description: eventType.descriptionPlain?.trim() ? eventType.descriptionPlain.slice(0, 300) : null,
    durations: eventType.durationOptions ?? [eventType.duration],
    seats: eventType.kind === 'group' ? eventType.seats : null,
    colorClass: `c${hexOf(eventType)}`,
  }))

/** What the pages of a member and of a team have in common. */
const frameOf = (types: readonly EventType[], name: string, language: PageLanguage, brand: Brand | undefined) => ({
  title: name,
  language,
  brand,
  colors: types.map(hexOf),
  data: { viewed: 'profile_page_viewed' } as const,
})

const profile: BookingPageHandler = async (visit) => {
  const language = languageFor(visit)
  const found = await findProfile(visit.context.database.reader, visit.params.user?.toLowerCase() ?? '')
  if (!found) return closedPage(visit, language, { reason: 'unknown' })
  const { name, avatarUrl, organizationId } = found
  const reader = await readerOf(visit.context, organizationId)
  const [types, brand] = await Promise.all([
    listShownTypes(reader, organizationId, [found.membershipId]),
    findBrand(reader, organizationId),
  ])
  const hidesDetails = visit.query.get('hide_landing_page_details') === '1'
  const content = h(ProfilePage, {
    language,
    name,
    avatarUrl,
    hidesDetails,
    types: listed(types, queryForType(visit.query)),
  })
  const preview = {
    site: visit.context.links.site,
    description: language.texts.profileHint,
    pictures: [avatarUrl, brand?.logoUrl],
  }
  return { ...frameOf(types, name, language, brand), content, preview, pictures: [avatarUrl] }
}

const team: BookingPageHandler = async (visit) => {
  const language = languageFor(visit)
  const found = await findTeamPage(visit.context.database.reader, visit.params.team?.toLowerCase() ?? '')
  if (!found) return closedPage(visit, language, { reason: 'unknown' })
  const { name, organizationId } = found
  const reader = await readerOf(visit.context, organizationId)
  const hosts = found.members.map(({ membershipId }) => membershipId)
  const [shown, brand] = await Promise.all([
    listShownTypes(reader, organizationId, hosts),
    findBrand(reader, organizationId),
  ])
  // A type with a single host is on that host's own page.
  const types = shown.filter(({ pooling }) => pooling !== null)
  const query = queryForType(visit.query)
  const members = found.members.map((member) => ({
    name: member.name,
    avatarUrl: member.avatarUrl,
    address: `/${member.slug}${query}`,
  }))
  const content = h(TeamPage, { language, name, members, types: listed(types, query) })
  const preview = { site: visit.context.links.site, description: language.texts.teamHint, pictures: [brand?.logoUrl] }
  return {
    ...frameOf(types, name, language, brand),
    content,
    preview,
    pictures: members.map(({ avatarUrl }) => avatarUrl),
  }
}

export const profilePages: BookingPageTable = {
  'GET /:user': profile,
  'GET /team/:team': team,
}
