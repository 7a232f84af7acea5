import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHexColor, themeOf } from './theme.ts'

const colorIn = (css: string, name: string): number[] => {
  const hex = new RegExp(`--${name}:#([0-9a-f]{6})`).exec(css)?.[1] ?? ''
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

const luminance = (color: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = color.map((part) =>
    part <= 10.31475 ? part / 3294.6 : ((part + 14.025) / 269.025) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

const pairs: readonly (readonly [string, string])[] = [
  ['soft', 'paper'],
  ['accent-ink', 'accent'],
  ['accent-text', 'paper'],
  ['accent-text', 'accent-soft'],
  ['accent-text', 'tint'],
  ['bad', 'paper'],
  ['bad', 'bad-soft'],
]

describe('the colours of a page', () => {
  test('are readable, whatever an organization or an address asks for', () => {
    const hexes = [
      '757575',
      '767676',
      '000000',
      'ffffff',
      'ffdd00',
      '0069ff',
      '777777',
      '00ff00',
      'ff00ff',
      '010101',
      '808080',
    ]
    for (const primary of hexes)
      for (const background of [undefined, ...hexes]) {
        const css = themeOf({ primary, background })
        for (const scheme of css.split('@media'))
          for (const [ink, ground] of pairs) {
            const found = contrast(colorIn(scheme, ink), colorIn(scheme, ground))
            assert.ok(found >= 4.5, `${ink} on ${ground} with ${primary} on ${background}: ${found.toFixed(2)}`)
          }
      }
  })

  test('are light and dark unless a background is named', () => {
    assert.match(themeOf({}), /prefers-color-scheme:dark/)
    assert.doesNotMatch(themeOf({ background: '101010' }), /prefers-color-scheme/)
    assert.match(themeOf({ background: '101010' }), /color-scheme:dark/)
  })

  test('are six hexadecimal digits and nothing else', () => {
    assert.deepEqual(['0069ff', 'ABCDEF', '#0069ff', '0069f', 'red', '0069ff}', 'url(x)', ''].filter(isHexColor), [
      '0069ff',
      'ABCDEF',
    ])
  })
})
