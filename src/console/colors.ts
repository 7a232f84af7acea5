import { filled } from '#ui/format.ts'
import type { NamedColor } from '#ui/swatch.tsx'
import { inLocale } from '../../languages/console/by-locale.ts'
import { type ShellTexts, shellTexts } from '../../languages/console/shell.ts'

type ColorName = Exclude<keyof ShellTexts['colors'], 'other'>

/** Readable as a dot on light and on dark paper. */
const offered: Readonly<Record<string, ColorName>> = {
  '#0069ff': 'blue',
  '#0b7a69': 'green',
  '#7a3fc4': 'purple',
  '#c2366b': 'pink',
  '#c4570c': 'orange',
  '#56617a': 'gray',
}

/** The colours to choose from, with the one that is set, and their names for those who do not see them. */
export const colorChoices = (locale: string, current: string | null): readonly NamedColor[] => {
  const { other, ...names } = inLocale(shellTexts, locale).colors
  return [...new Set([...Object.keys(offered), ...(current === null ? [] : [current])])].map((color) => {
    const name = offered[color]
    return { color, name: name === undefined ? filled(other, { code: color }) : names[name] }
  })
}
