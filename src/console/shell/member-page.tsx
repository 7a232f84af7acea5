import type { VNode } from 'preact'

interface MemberPageProps {
  // biome-ignore lint/suspicious/noExplicitAny: the props type of the tabs does not matter here.
  readonly tabs: VNode<any> | undefined
  /** Escaped by the page that made it. */
  readonly markup: string
}

/** A page of the account. */
export const MemberPage = ({ tabs, markup }: MemberPageProps) => (
  <>
    {tabs}
    <Markup text={markup} class="member" />
  </>
)

/** Parts that the pages of the account have made. */
export const Markup = ({ text, class: name }: { readonly text: string; readonly class?: string }) => (
  <div class={name} dangerouslySetInnerHTML={{ __html: text }} />
)
