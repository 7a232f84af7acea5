import { inkOn, legible, mixed, readColor, white, writeColor } from '#platform/colors.ts'

/** The colours of a mail, each with the one it stands on: mail programs that change one must find the other. */
export interface MailStyle {
  readonly accent: string
  readonly onAccent: string
  /** The accent as text, readable on the card. */
  readonly accentText: string
  /** For programs that show mail in dark: rules for the classes that the parts of a mail have. */
  readonly styleSheet: string
}

export const light = {
  ground: '#f2f4f7',
  paper: '#ffffff',
  ink: '#1c2333',
  soft: '#596276',
  line: '#e1e5eb',
  tint: '#f5f7fa',
}
const dark = { ground: '#0e1219', paper: '#161b25', ink: '#e7eaf1', soft: '#a3acbd', line: '#2f3747', tint: '#1e2532' }

const ownAccent = '0b6b5d'

const maxCached = 500
const cache = new Map<string, MailStyle>()

/**
 * The style of an organization's mails, in its color or ours. Finding readable shades takes longer than writing a mail.
 */
export const mailStyleOf = (brandColor: string | null): MailStyle => {
  const hex = brandColor?.slice(1) ?? ownAccent
  const known = cache.get(hex)
  if (known !== undefined) return known
  const made = newStyle(hex)
  if (cache.size >= maxCached) cache.clear()
  cache.set(hex, made)
  return made
}

const newStyle = (hex: string): MailStyle => {
  const accent = readColor(hex)
  const darkPaper = readColor(dark.paper.slice(1))
  const darkText = writeColor(legible(accent, darkPaper, readColor(dark.tint.slice(1))))
  // A band or a button as dark as the card would not be seen, so both have an edge.
  const darkEdge = writeColor(mixed(legible(accent, darkPaper), darkPaper, 0.6))
  return {
    accent: writeColor(accent),
    onAccent: writeColor(inkOn(accent)),
    accentText: writeColor(legible(accent, white, readColor(light.tint.slice(1)))),
    styleSheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
  .g{background:${dark.ground}!important;color:${dark.soft}!important}
  .p{background:${dark.paper}!important;color:${dark.ink}!important}
  .s{background:${dark.paper}!important;color:${dark.soft}!important}
  .t{background:${dark.tint}!important;color:${dark.ink}!important}
  .u{background:${dark.tint}!important;color:${dark.soft}!important}
  .a,.o{background:${dark.paper}!important;color:${darkText}!important}
  .n,.o,.v{border-color:${dark.line}!important}
  .b{border-color:${darkEdge}!important}
}
@media (max-width:480px){
  .b,.o{display:block!important;margin-right:0!important;text-align:center}
  .c{padding:24px 20px!important}
  .k{padding:16px 20px!important}
  .n,.v{display:block;width:auto!important}
  .n{padding-bottom:0!important}
  .v{padding-top:2px!important;border-top:0!important}
}`,
  }
}
