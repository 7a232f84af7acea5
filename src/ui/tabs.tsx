interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[]
}

/** The pages of a screen. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, text, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
