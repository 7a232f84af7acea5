import type { ComponentChildren } from 'preact'

/** A page with one message. */
export const NoticePage = ({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children?: ComponentChildren
}) => (
  <div class="card narrow notice">
    <h1>{title}</h1>
    <p class="soft">{text}</p>
    {children}
  </div>
)
