/** One line of the command palette. It leads somewhere, copies a text, or sends a form. */
export interface PaletteItem {
  readonly group: 'do' | 'go'
  readonly label: string
  /** In grey beside it. */
  readonly hint?: string
  readonly href?: string
  readonly copy?: string
  readonly post?: { readonly action: string; readonly fields: Readonly<Record<string, string>> }
}
