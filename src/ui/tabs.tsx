interface TabsProps<Tab extends string> {
  readonly texts: Readonly<Record<Tab | 'label', string>>
  readonly addresses: Readonly<Record<Tab, string>>
  readonly current: Tab
}

/** The pages of a screen. */
export const Tabs = <Tab extends string>({ texts, addresses, current }: TabsProps<Tab>) => (
  <nav class="tabs" aria-label={texts.label}>
    {(Object.keys(addresses) as Tab[]).map((tab) => (
      <a key={tab} href={addresses[tab]} aria-current={tab === current ? 'page' : undefined}>
        {texts[tab]}
      </a>
    ))}
  </nav>
)
