export type Color = readonly [red: number, green: number, blue: number]

export const black: Color = [0, 0, 0]
export const white: Color = [255, 255, 255]

/** Six hexadecimal digits. */
export const readColor = (hex: string): Color =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color

export const writeColor = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

export const mixed = (one: Color, other: Color, share: number): Color =>
  one.map((part, at) => part * share + (other[at] as number) * (1 - share)) as unknown as Color

/** WCAG 2.2, relative luminance. */
const luminance = (color: Color): number => {
  const [red, green, blue] = color.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: Color, other: Color): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The more readable of black and white: every colour has a contrast of 4.5 with one of the two. */
export const inkOn = (ground: Color): Color => (contrast(ground, white) >= contrast(ground, black) ? white : black)

/** The contrast that WCAG requires of text, and a little more because colours are rounded. */
export const readable = 4.6

/** The colour, or the nearest one that is readable on all of these. */
export const legible = (color: Color, ...grounds: readonly Color[]): Color => {
  const goal = inkOn(grounds[0] ?? white)
  for (let share = 1; share > 0; share -= 0.05) {
    const shade = mixed(color, goal, share)
    if (grounds.every((ground) => contrast(shade, ground) >= readable)) return shade
  }
  return goal
}
