import { html, type Markup } from '#http/markup.ts'
import { filled } from '#ui/format.ts'

export { filled }

/** A text with markup in its gaps: `Join {organization}` with the name in bold. */
export const filledMarkup = (pattern: string, values: Readonly<Record<string, Markup | string>>): Markup =>
  html`${pattern.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))}`

/** A value that stands out. */
export const strong = (text: string): Markup => html`<strong>${text}</strong>`
