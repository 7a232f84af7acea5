import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownCities, knownNames } from '../../test/support/known-places.ts'
import data from './booking/places.json' with { type: 'json' }
import { indexPlaces, type Places, searchPlaces } from './booking/places.ts'

const places = data as unknown as Places

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const index = indexPlaces(places, 'en', (code) => (code === '' ? [] : [countryNames.of(code) ?? code]))

const zoneOf = (text: string): string | undefined => searchPlaces(index, text)[0]?.zone

test('fifty large cities find their zone by their names in eight languages, with accents and without', () => {
  const wrong = Object.entries(knownCities).flatMap(([names, zone]) =>
    [...new Set(names.split(', '))]
      .flatMap((name) => [name, name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()])
      .filter((name) => zoneOf(name) !== zone)
      .map((name) => `${name}: ${zoneOf(name)}`),
  )
  assert.equal(Object.keys(knownCities).length, 50)
  assert.deepEqual(wrong, [])
})

test('common names, abbreviations, countries and the names of zones find the zone that people mean', () => {
  const wrong = Object.entries(knownNames).flatMap(([name, zone]) =>
    zoneOf(name) === zone ? [] : [`${name}: ${zoneOf(name)}`],
  )
  assert.deepEqual(wrong, [])
})

test('a part of a word finds its beginning, not its middle; nonsense finds nothing', () => {
  assert.equal(zoneOf('lisb'), 'Europe/Lisbon')
  assert.equal(zoneOf('francisc'), 'America/Los_Angeles')
  assert.deepEqual(searchPlaces(index, 'xyzzy'), [])
  assert.deepEqual(searchPlaces(index, ' '), [])
})

test('no two zones are called by one city', () => {
  const first = places.zones.map(([, , cities]) => cities.split(/[,;]/)[0])
  assert.deepEqual(
    first.filter((city, index) => first.indexOf(city) !== index),
    [],
  )
})
