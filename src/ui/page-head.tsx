import type { ComponentChildren } from 'preact'
import { LeftIcon } from './icons.tsx'

interface PageHeadProps {
  readonly title: string
  /** Beside the title. */
  readonly children?: ComponentChildren
}

export const PageHead = ({ title, children }: PageHeadProps) => (
  <div class="head">
    <h1>{title}</h1>
    {children}
  </div>
)

interface BackLinkProps {
  readonly href: string
  readonly children: ComponentChildren
}

/** To the page that this one belongs to. */
export const BackLink = ({ href, children }: BackLinkProps) => (
  <a class="back" href={href}>
    <LeftIcon />
    {children}
  </a>
)
