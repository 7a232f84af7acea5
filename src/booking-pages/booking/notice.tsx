import type { ComponentChildren } from 'preact'

/** A page with one message. */
export const NoticePage = ({
  title,
  words,
  children,
}: {
  readonly title: string
  readonly words: string
  readonly children?: ComponentChildren
}) => (
  <div class="card narrow notice">
    <h1>{title}</h1>
    <p class="soft">{words}</p>
    {children}
  </div>
)
