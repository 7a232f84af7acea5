import { h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { listShares } from '#event-types/index.ts'
import { list } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { EventTypeSetup } from './settings.tsx'
import type { ListedLink, RefusedLink } from './share-links.tsx'
import { SharePanel } from './share-panel.tsx'
import { textsFor } from './texts.ts'

export const dayMinutes = 1440

/** Links with their own terms; undefined for event types that can't have any. */
const linksOf = async (
  visit: SignedInVisit,
  { event_type: type }: EventTypeSetup,
): Promise<readonly ListedLink[] | undefined> => {
  if (type.kind !== 'solo' || type.pooling_type !== null) return undefined
  const user = isAdmin(visit.session) ? type.profile.owner : visit.session.userId
  const shares = await list(visit, listShares, { user, event_type: type.uri })
  return shares.map(({ uri, status, scheduling_links: [link], share_override: terms }) => ({
    id: idOf({ uri }),
    status,
    url: link?.booking_url ?? '',
    terms: {
      name: terms.name,
      duration: String(terms.duration),
      days:
        terms.period_type === 'moving' && terms.max_booking_time !== null
          ? String(Math.ceil(terms.max_booking_time / dayMinutes))
          : '',
      notice: String(terms.min_booking_time / 60),
    },
  }))
}

/** For other websites: the calendar in the page, and a link that opens it in a window. */
const embedCodes = (visit: SignedInVisit, address: string) => {
  const assets = `${visit.context.links.site}/assets/external`
  const script = `<script src="${assets}/widget.js" async></script>`
  return {
    inline: `<div class="calendly-inline-widget" data-url="${address}" style="min-width:320px;height:700px;"></div>
${script}`,
    window: `<link href="${assets}/widget.css" rel="stylesheet">
${script}
<a href="" onclick="Calendly.initPopupWidget({url: '${address}'});return false;">${textsFor(visit).embedLinkText}</a>`,
  }
}

/** What became of a form of the panel. */
export interface LinkResult {
  /** A link that was just created. */
  readonly created?: string
  readonly refused?: RefusedLink
}

export const sharePanel = async (
  visit: SignedInVisit,
  setup: EventTypeSetup,
  { preview, closeText, result }: { preview: string; closeText: string; result: LinkResult },
) => {
  const { event_type: type, may_create_links: mayCreateLinks } = setup
  const { type: window, days } = type.scheduling_rules.booking_window
  return h(SharePanel, {
    ...{ texts: textsFor(visit), token: visit.formToken, closeText, path: `/app/types/${idOf(type)}`, preview },
    ...{ name: type.name, address: type.scheduling_url, embed: embedCodes(visit, type.scheduling_url) },
    links: mayCreateLinks ? await linksOf(visit, setup) : undefined,
    usual: {
      name: type.name,
      duration: String(type.duration),
      days: window === 'moving' ? String(days) : '',
      notice: String(type.scheduling_rules.minimum_notice / 60),
    },
    ...{ mayCreateLinks, ...result },
  })
}
