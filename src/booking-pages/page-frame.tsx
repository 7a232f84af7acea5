import type { ComponentChildren } from 'preact'
import type { Brand } from '#organizations/index.ts'
import { renderDocument } from '#ui/document.tsx'
import { LanguageIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { languageOf, languages } from '../../languages/all.ts'
import { queryWith } from './booking/addresses.ts'
import { knownQuery } from './query-parameters.ts'

/**
 * Its name is for screen readers, and shown by the script where the picture does not load: a browser would show a
 * broken one.
 */
const Logo = ({ name, url }: { readonly name: string; readonly url: string }) => (
  <>
    <img class="logo" src={url} alt="" referrerpolicy="no-referrer" />
    <span class="unseen">{name}</span>
  </>
)

/** The origin that a policy must allow for an image, or for a form that redirects there. */
export const originOf = (address: string | null): string | undefined => {
  if (address === null || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  // A semicolon is legal in a host name, and would end the directive of the policy.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined
}

type TopBarProps = Pick<VisitorPage, 'query' | 'language' | 'brand'>

/**
 * Above a page that is not framed: the organization's logo, and the same page in other languages. Not below, where it
 * would move when the page grows. Links have only a query: browsers could read some paths as another host.
 */
const TopBar = ({ query, language: { locale, texts }, brand }: TopBarProps) => (
  <header class="top">
    {brand && brand.logoUrl !== null && <Logo name={brand.name} url={brand.logoUrl} />}
    <details class="languages">
      <summary>
        <LanguageIcon />
        <span class="unseen">{texts.language}: </span>
        {languageOf(locale).name}
      </summary>
      <ul>
        {languages.map((language) => (
          <li key={language.locale}>
            <a
              href={queryWith(knownQuery(query), { locale: language.locale })}
              lang={language.locale}
              hreflang={language.locale}
              rel="nofollow"
              aria-current={language.locale === locale ? 'true' : undefined}
            >
              {language.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  </header>
)

/** Any value at all means that the page is in another site's frame: react-calendly sends `1`. */
export const isEmbedded = (query: URLSearchParams): boolean => query.has('embed_domain')

/** In the window that our script opens over another page. */
const isPopup = (query: URLSearchParams): boolean => query.get('embed_type')?.startsWith('Popup') ?? false

interface VisitorPage {
  readonly title: string
  readonly language: PageLanguage
  readonly brand: Brand | undefined
  readonly query: URLSearchParams
  readonly head: ComponentChildren
  readonly children: ComponentChildren
}

/** A whole page for visitors. In a frame it has no bar above it. */
export const visitorPage = ({ title, language, brand, query, head, children }: VisitorPage): string =>
  renderDocument({
    locale: language.locale,
    title,
    head,
    body: isEmbedded(query) ? { class: isPopup(query) ? 'embedded popup' : 'embedded' } : {},
    children: (
      <>
        {!isEmbedded(query) && <TopBar query={query} language={language} brand={brand} />}
        {children}
      </>
    ),
  })
