import type { ComponentChildren } from 'preact'
import type { Found } from './search-index.ts'

/** A page of the documentation, before it is put into its frame. */
export interface DocsPage {
  readonly path: string
  readonly title: string
  readonly body: ComponentChildren
  /** Pages with requests beside their descriptions need more room than text. */
  readonly isWide?: boolean
  /** What the search finds in it. */
  readonly found: readonly Found[]
}

export interface NavigationGroup {
  readonly title: string
  readonly links: readonly { readonly path: string; readonly title: string }[]
}
