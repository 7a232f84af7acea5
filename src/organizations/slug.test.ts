import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { baseSlug, freeSlug, reservedSlugs, slugFrom } from './slug.ts'

describe('slugFrom', () => {
  const slugs = [
    ['Demo Host', 'demo-host'],
    ['José Núñez', 'jose-nunez'],
    ['Søren Łukasz Straße', 'soren-lukasz-strasse'],
    ['İpek Işık', 'ipek-isik'],
    ["  O'Brien --  & Sons, Ltd. ", 'o-brien-sons-ltd'],
    ['ÆØÅ', 'aeoa'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full-width'],
    ['x'.repeat(80), 'x'.repeat(60)],
    [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
    ['山田太郎', ''],
    ['ß ø ł đ æ œ', 'ss-o-l-d-ae-oe'],
    ['Ольга', 'olha'],
    ['Знайомство', 'znaiomstvo'],
    ['Єгор Їжакевич, Йосип Юрій Яготин', 'yehor-yizhakevych-yosyp-yurii-yahotyn'],
    ["Короп’є, Мар'яна, Знамʼянка", 'koropie-mariana-znamianka'],
    ['Згурський Ґалаґан Щербухи', 'zghurskyi-galagan-shcherbukhy'],
    ['Андрій'.normalize('NFD'), 'andrii'],
    ['Объём Эры', 'obem-ery'],
    ['Љубиша Ђоковић Џиновић', 'ljubysha-djokovyc-dzynovyc'],
    ['О’Браєн 2', 'obraien-2'],
    ['😀', ''],
    ['', ''],
  ] as const
  for (const [name, slug] of slugs)
    test(`${name.slice(0, 30)} → ${slug.slice(0, 30) || 'nothing'}`, () => assert.equal(slugFrom(name), slug))

  test('of any name is empty or needs no escaping in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        assert.match(slugFrom(name), /^$|^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/),
      ),
    )
  })
})

describe('baseSlug', () => {
  test('is the fallback when the name has no usable character', () =>
    assert.deepEqual([baseSlug('山田太郎', 'host'), baseSlug('Olga', 'host')], ['host', 'olga']))
})

describe('freeSlug', () => {
  test('is the base when that is free', () => assert.equal(freeSlug('olga', new Set()), 'olga'))

  test('counts from 2, and fills gaps', () => {
    assert.equal(freeSlug('olga', new Set(['olga'])), 'olga-2')
    assert.equal(freeSlug('olga', new Set(['olga', 'olga-2', 'olga-4'])), 'olga-3')
    assert.equal(freeSlug('olga', new Set(['olga-2'])), 'olga')
  })

  test('never returns a reserved slug', () => {
    for (const slug of reservedSlugs) assert.equal(freeSlug(slug, new Set()), `${slug}-2`)
  })
})

describe('reservedSlugs', () => {
  test('contain every first path segment of the contract, in lower case', () => {
    for (const slug of [
      'users',
      'scheduled_events',
      'oauth',
      'mcp',
      'docs',
      'login',
      'app',
      'd',
      's',
      'cancellations',
      'requests',
      'decisions',
      'reschedulings',
      'health',
      '.well-known',
    ])
      assert.ok(reservedSlugs.has(slug), slug)
    for (const slug of reservedSlugs) assert.equal(slug, slug.toLowerCase())
  })
})
