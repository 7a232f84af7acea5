import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { findZone, zoneNames } from '#platform/time/zones.ts'
import { languageOf } from '../../languages/all.ts'
import { ZoneField } from './zone-field.tsx'

const optionsIn = (locale: 'en' | 'de' | 'uk', value: string) => {
  const text = renderToString(h(ZoneField, { language: languageOf(locale), label: 'Zone', value, isGuess: true }))
  return text.split('<optgroup').map((group) =>
    [...group.matchAll(/<option value="([^"]+)"( selected)?(?: data-also="([^"]+)")?>([^<]+)</g)].map(
      ([, zone = '', selected, also = '', city]) => ({
        zone,
        city,
        also: also.split(' ').filter(Boolean),
        isSelected: selected !== undefined,
      }),
    ),
  )
}

describe('the field for a time zone', () => {
  test('names each city of a part of the world once, and every zone leads to one of them with the same clock', () => {
    for (const locale of ['en', 'de', 'uk'] as const) {
      const groups = optionsIn(locale, 'UTC')
      for (const group of groups) assert.equal(new Set(group.map(({ city }) => city)).size, group.length)
      const reached = groups.flat().flatMap(({ zone, also }) => [zone, ...also])
      assert.deepEqual(
        zoneNames().filter(
          (zone) =>
            zone.includes('/') &&
            !reached.includes(zone) &&
            !/^(Etc|US|Canada|Brazil|Chile|Mexico|Arctic)\//.test(zone),
        ),
        [],
      )
      for (const { zone, also } of groups.flat())
        for (const other of also)
          for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)])
            assert.equal(findZone(other)?.offsetAt(at), findZone(zone)?.offsetAt(at), `${other}, ${zone}`)
    }
  })

  test('names no zone after a city of another part of the world, but for cities that are in both', () => {
    const groups = optionsIn('en', 'UTC').slice(1)
    const twice = groups.flatMap((group) =>
      group.filter(({ city }) => groups.some((other) => other !== group && other.some((one) => one.city === city))),
    )
    assert.deepEqual([...new Set(twice.map(({ city }) => city))].sort(), ['Istanbul', 'Nicosia'])
  })

  test('has the name that is chosen, be it an older one; else the one of the city itself', () => {
    const ofKyiv = (value: string) =>
      optionsIn('en', value)
        .flat()
        .filter(({ city }) => city === 'Kyiv')
    assert.deepEqual(
      ofKyiv('Europe/Kiev').map(({ zone, isSelected }) => [zone, isSelected]),
      [['Europe/Kiev', true]],
    )
    assert.deepEqual(
      ofKyiv('UTC').map(({ zone, isSelected, also }) => [zone, isSelected, also.includes('Europe/Kiev')]),
      [['Europe/Kyiv', false, true]],
    )
  })
})
