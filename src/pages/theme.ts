import {
  black,
  type Color,
  contrast,
  inkOn,
  legible,
  mixed,
  readable,
  readColor,
  white,
  writeColor,
} from '#platform/colors.ts'

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
  return {
    primary: asked('primary_color') ?? brandColor?.slice(1),
    background: asked('background_color'),
    text: asked('text_color'),
  }
}

export const isHexColor = (text: string): boolean => /^[0-9a-f]{6}$/i.test(text)

/**
 * The background with a little of a colour in it, or, where text would not be readable on that, with as much of the
 * opposite of its text colour.
 */
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
    .map(([name, color]) => `--${name}:${writeColor(color)}`)
    .join(';')
}

/** Of pages whose organization has none. */
export const standardColor = '#0b6b5d'

const light: Scheme = {
  paper: white,
  ground: readColor('f4f6f9'),
  ink: readColor('1c2333'),
  accent: readColor(standardColor.slice(1)),
  bad: readColor('b3261e'),
}
const dark: Scheme = {
  paper: readColor('161b25'),
  ground: readColor('0e1219'),
  ink: readColor('e7eaf1'),
  accent: readColor('58d1bd'),
  bad: readColor('ff8a80'),
}

/** What the console and the documentation show besides; no organization sets these. */
const memberColors = {
  light: {
    warn: '#85500a',
    'warn-soft': '#faf0df',
    hover: '#f7f8fa',
    chosen: '#fff',
    toast: '#1c2333',
    'toast-ink': '#fff',
    'toast-link': '#7fdccb',
    lifted: '0 1px 2px rgb(20 28 45/6%),0 12px 32px -12px rgb(20 28 45/22%)',
    'type-color': 'none',
    get: '#0b6b5d',
    post: '#1f5fc4',
    patch: '#8a5208',
    delete: '#b3261e',
    'code-text': '#0a5c50',
    'code-word': '#7a32e0',
  },
  dark: {
    warn: '#f0b35c',
    'warn-soft': '#2e281f',
    hover: '#1b212c',
    chosen: '#39404d',
    toast: '#e7eaf1',
    'toast-ink': '#161b25',
    'toast-link': '#0b6b5d',
    lifted: '0 0 0 1px rgb(255 255 255/4%),0 16px 40px -12px rgb(0 0 0/70%)',
    'type-color': 'brightness(1.5) saturate(.8)',
    get: '#58d1bd',
    post: '#8ab4ff',
    patch: '#f0b35c',
    delete: '#ff8a80',
    'code-text': '#8fd9c9',
    'code-word': '#c3a6ff',
  },
} as const

const memberVariables = (scheme: 'light' | 'dark'): string =>
  [
    variables(scheme === 'light' ? light : dark),
    ...Object.entries(memberColors[scheme]).map(([name, value]) => `--${name}:${value}`),
  ].join(';')

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Of the console, the account, and the documentation. The system's scheme, unless `data-theme` names one. */
export const memberTheme = (): string => {
  const [inLight, inDark] = [memberVariables('light'), memberVariables('dark')]
  return [
    `:root{color-scheme:light dark;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;${inLight}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme]){${inDark}}}`,
    ':root[data-theme=light]{color-scheme:light}',
    `:root[data-theme=dark]{color-scheme:dark;${inDark}}`,
    `@media print{:root:root{${inLight}}}`,
  ].join('')
}

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
  const accent = primary === undefined ? {} : { accent: readColor(primary) }
  if (background === undefined && text === undefined) {
    const scheme = `:root{color-scheme:light dark;${variables({ ...light, ...accent })}}`
    return `${scheme}@media (prefers-color-scheme:dark){:root{${variables({ ...dark, ...accent })}}}@media print{:root{${variables({ ...light, ...accent })}}}`
  }
  const base =
    background === undefined
      ? inkOn(readColor(text ?? '')) === white
        ? light
        : dark
      : inkOn(readColor(background)) === black
        ? light
        : dark
  const paper = background === undefined ? base.paper : readColor(background)
  const ink = text === undefined ? base.ink : readColor(text)
  return `:root{color-scheme:${base === light ? 'light' : 'dark'};${variables({ ...base, ...accent, paper, ground: paper, ink })}}`
}

/** A class for each colour in the page, because the policy allows no style attributes. */
export const colorClasses = (hexes: readonly string[]): string =>
  [...new Set(hexes)].map((hex) => `.c${hex}{background:#${hex}}`).join('')
