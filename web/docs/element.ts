type Attributes = Readonly<Record<string, string | boolean>>

/** An element with attributes and content. Text stays text. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '')
    else if (value !== false) made.setAttribute(key, value)
  }
  made.append(...content)
  return made
}
