import type { ComponentChildren } from 'preact'

interface MemberPageProps {
  readonly tabs: ComponentChildren
  readonly children?: ComponentChildren
}

/** A page of the account. */
export const MemberPage = ({ tabs, children }: MemberPageProps) => (
  <>
    {tabs}
    <div class="member">{children}</div>
  </>
)
