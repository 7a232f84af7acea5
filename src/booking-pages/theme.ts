type Color = readonly [red: number, green: number, blue: number]

/** The colours of a page that its address or its organization can set. Six hexadecimal digits each. */
export interface Colors {
  readonly primary?: string | undefined
  readonly background?: string | undefined
  readonly text?: string | undefined
}

/** Those of the address, or else the organization's: with or without the sign before the digits. */
export const colorsFrom = (query: URLSearchParams, brandColor: string | null | undefined): Colors => {
  const asked = (name: string): string | undefined => {
    const value = query.get(name)?.replace(/^#/, '')
    return value !== undefined && isHexColor(value) ? value.toLowerCase() : undefined
  }
  return { primary: asked('primary_color') ?? brandColor?.slice(1), background: asked('background_color'), text: asked('text_color') }
}

const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]

export const isHexColor = (text: string): boolean => /^[0-9a-f]{6}$/i.test(text)

const read = (hex: string): Color => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color

const write = (color: Color): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixed = (one: Color, other: Color, share: number): Color => one.map((part, at) => part * share + (other[at] as number) * (1 - share)) as unknown as Color

/** WCAG 2.2, relative luminance. */
const luminance = (color: Color): number => {
  const [red, green, blue] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Color, other: Color): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The more readable of black and white: every colour has a contrast of 4.5 with one of the two. */
const inkOn = (ground: Color): Color => (contrast(ground, white) >= contrast(ground, black) ? white : black)

/** The contrast that WCAG requires of text, and a little more because colours are rounded. */
const readable = 4.6

/** The colour, or the nearest one that is readable on all of these. */
const legible = (color: Color, ...grounds: readonly Color[]): Color => {
  const goal = inkOn(grounds[0] ?? white)
  for (let share = 1; share > 0; share -= 0.05) {
    const shade = mixed(color, goal, share)
    if (grounds.every((ground) => contrast(shade, ground) >= readable)) return shade
  }
  return goal
}

/** The background with a little of a colour in it, or, where text would not be readable on that, with as much of the opposite of its text colour. */
const tinted = (color: Color, paper: Color, share: number): Color => {
  const ink = inkOn(paper)
  const tint = mixed(color, paper, share)
  return contrast(ink, tint) >= readable ? tint : mixed(ink === white ? black : white, paper, share)
}

interface Scheme {
  readonly paper: Color
  readonly ground: Color
  readonly ink: Color
  readonly accent: Color
  readonly bad: Color
}

/** All colours of a page, derived from five. */
const variables = ({ paper, ground, ink, accent, bad }: Scheme): string => {
  const tint = tinted(ink, paper, 0.05)
  // A dark colour on a dark background, or a light one on a light background, would not be seen.
  const seen = legible(accent, paper)
  const accentSoft = tinted(seen, paper, 0.15)
  const badSoft = tinted(bad, paper, 0.1)
  const all: Readonly<Record<string, Color>> = {
    ink,
    paper,
    ground,
    tint,
    soft: legible(mixed(ink, paper, 0.72), paper, ground, tint),
    faint: legible(mixed(ink, paper, 0.6), paper),
    line: mixed(ink, paper, 0.13),
    field: mixed(ink, paper, 0.32),
    accent,
    'accent-ink': inkOn(accent),
    'accent-text': legible(accent, paper, accentSoft, tint),
    'accent-soft': accentSoft,
    'accent-line': mixed(seen, paper, 0.45),
    focus: seen,
    bad: legible(bad, paper, badSoft),
    'bad-soft': badSoft,
  }
  return Object.entries(all)
    .map(([name, color]) => `--${name}:${write(color)}`)
    .join(';')
}

const light: Scheme = { paper: white, ground: read('f4f6f9'), ink: read('1c2333'), accent: read('0b6b5d'), bad: read('b3261e') }
const dark: Scheme = { paper: read('161b25'), ground: read('0e1219'), ink: read('e7eaf1'), accent: read('58d1bd'), bad: read('ff8a80') }

const maxCached = 500
const cache = new Map<string, string>()

/** The colours of a page. Finding readable ones takes longer than rendering the page, and most pages share them. */
export const themeOf = (colors: Colors): string => {
  const key = `${colors.primary} ${colors.background} ${colors.text}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = newTheme(colors)
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, made)
  return made
}

/** Setting a background chooses between light and dark. */
const newTheme = ({ primary, background, text }: Colors): string => {
  const accent = primary === undefined ? {} : { accent: read(primary) }
  if (background === undefined && text === undefined) {
    const scheme = `:root{color-scheme:light dark;${variables({ ...light, ...accent })}}`
    return `${scheme}@media (prefers-color-scheme:dark){:root{${variables({ ...dark, ...accent })}}}@media print{:root{${variables({ ...light, ...accent })}}}`
  }
  const base = background === undefined ? (inkOn(read(text ?? '')) === white ? light : dark) : inkOn(read(background)) === black ? light : dark
  const paper = background === undefined ? base.paper : read(background)
  const ink = text === undefined ? base.ink : read(text)
  return `:root{color-scheme:${base === light ? 'light' : 'dark'};${variables({ ...base, ...accent, paper, ground: paper, ink })}}`
}

/** A class for each colour in the page, because the policy allows no style attributes. */
export const colorClasses = (hexes: readonly string[]): string => [...new Set(hexes)].map((hex) => `.c${hex}{background:#${hex}}`).join('')
