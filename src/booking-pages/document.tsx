import type { ComponentChildren, VNode } from 'preact'
import type { Brand } from '#organizations/index.ts'
import { colorClasses, colorsFrom, themeOf } from '#pages/theme.ts'
import { InlineData, InlineStyle } from '#ui/document.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import type { Assets } from './assets.ts'
import type { PageData } from './booking/page-data.ts'
import { type LinkPreview, PreviewTags } from './link-preview.tsx'
import { isEmbedded, originOf, visitorPage } from './page-frame.tsx'
import type { BookingVisit } from './visit.ts'

/** A booking page that is to be shown. */
export interface ShownBookingPage {
  readonly status?: number
  readonly title: string
  readonly language: PageLanguage
  // biome-ignore lint/suspicious/noExplicitAny: the props type of the content does not matter here.
  readonly content: VNode<any>
  readonly brand?: Brand | undefined
  readonly data?: Partial<PageData>
  /** Colours used in the page, with a class each. */
  readonly colors?: readonly string[]
  /** Images from other origins. */
  readonly pictures?: readonly (string | null)[]
  /** How links to it are shown elsewhere. Not for what concerns one person. */
  readonly preview?: LinkPreview
  /** The address is a secret: it is sent in no referrer, and cached nowhere. */
  readonly isCapability?: boolean
  /** Never framed. */
  readonly isApart?: boolean
  /** Framed by pages of this origin only. */
  readonly isSameOriginOnly?: boolean
  /** A line above it. */
  readonly note?: ComponentChildren
  /** Origins besides ours that a form may redirect to; `https:` is any. */
  readonly formTargets?: readonly string[]
}

/** The page as text, and the headers that allow exactly this page, whatever its nonce. */
export const layOutBooking = (
  page: ShownBookingPage,
  visit: Pick<BookingVisit, 'query' | 'path'>,
  assets: Assets,
  nonce: string,
) => {
  const { language, brand } = page
  const data: PageData = { viewed: null, booking: null, ...page.data, isEmbedded: isEmbedded(visit.query) }
  const style = themeOf(colorsFrom(visit.query, brand?.color)) + colorClasses(page.colors ?? []) + assets.style
  const text = visitorPage({
    ...{ title: page.title, language, brand, query: visit.query },
    head: (
      <>
        {page.preview && (
          <PreviewTags
            title={page.title}
            brandName={brand?.name}
            preview={page.preview}
            ownPicture={assets.previewPath}
          />
        )}
        <InlineStyle nonce={nonce} text={style} />
        <script nonce={nonce} src={assets.scriptPath} defer />
      </>
    ),
    children: (
      <>
        {page.note !== undefined && <p class="page-note">{page.note}</p>}
        <main id="booking">{page.content}</main>
        <InlineData id="page-data" data={data} />
      </>
    ),
  })
  const pictures = [...(page.pictures ?? []), brand?.logoUrl ?? null].flatMap((address) => originOf(address) ?? [])
  const isApart =
    page.isApart || /^\/(?:cancellations|reschedulings|notification_subscriptions|invitees)\//.test(visit.path)
  return { text, headersWith: (used: string) => headersOf({ ...page, isApart, nonce: used, pictures }) }
}

type HeaderNeeds = Pick<ShownBookingPage, 'isCapability' | 'isApart' | 'isSameOriginOnly' | 'formTargets'> & {
  readonly nonce: string
  readonly pictures: readonly string[]
}

/**
 * Only our own script and style, by a nonce; images from their origins. Any site may frame it, unless the page changes
 * a booking, or is no visitor's.
 */
const headersOf = ({
  nonce,
  pictures,
  isCapability = false,
  isApart = false,
  isSameOriginOnly = false,
  formTargets = [],
}: HeaderNeeds): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${[...new Set(["'self'", ...pictures])].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets.flatMap((address) => (address === 'https:' ? address : (originOf(address) ?? [])))].join(' ')}`,
    `frame-ancestors ${isApart ? "'none'" : isSameOriginOnly ? "'self'" : '*'}`,
  ].join('; '),
  ...(isApart || isSameOriginOnly ? { 'x-frame-options': isApart ? 'DENY' : 'SAMEORIGIN' } : {}),
  'cache-control': 'no-store',
  'referrer-policy': isCapability ? 'no-referrer' : 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': isApart || isSameOriginOnly ? 'same-origin' : 'cross-origin',
  ...(isCapability ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
  vary: 'accept-language',
})
