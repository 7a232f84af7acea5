import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  exif,
  jpeg,
  jpegOfSize,
  jpegWith,
  losslessWebp,
  png,
  pngOfSize,
  pngWith,
  transparentWebp,
  webp,
  webpWith,
} from '../../../test/support/pictures.ts'
import type { Picture } from './parsed.ts'
import { maxPictureBytes, readPicture } from './picture.ts'

const all = { png, jpeg, webp, transparentWebp, losslessWebp }

const pictureIn = (bytes: Buffer): Picture => {
  const picture = readPicture(bytes)
  if ('fault' in picture) assert.fail(picture.fault)
  return picture
}

const faultOf = (bytes: Buffer): string | undefined => {
  const picture = readPicture(bytes)
  return 'fault' in picture ? picture.fault : undefined
}

describe('a picture', () => {
  test('of each format is read with its size, and has nothing to remove a second time', () => {
    for (const [name, bytes] of Object.entries(all)) {
      const { mediaType, width, height, content } = pictureIn(bytes)
      assert.deepEqual([mediaType, width, height], [`image/${name.replace(/^.*Webp/, 'webp')}`, 12, 8], name)
      assert.deepEqual(pictureIn(content).content, content, name)
    }
  })

  test('that is cut off anywhere is refused', () => {
    for (const [name, bytes] of Object.entries(all))
      for (let length = 0; length < bytes.length; length += 1)
        assert.ok(faultOf(bytes.subarray(0, length)), `${name} ${length}`)
  })

  test('loses everything that it can be shown without', () => {
    const secret = 'GPS 38.7223 N'
    const profiled = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from(secret)])
    for (const [name, dressed, bare] of [
      ['a text chunk', pngWith('tEXt', secret), png],
      ['Exif in a PNG', pngWith('eXIf', secret), png],
      ['a profile in a PNG', pngWith('iCCP', secret), png],
      ['Exif in a JPEG', jpegWith(0xe1, exif(1)), jpeg],
      ['XMP in a JPEG', jpegWith(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${secret}`)), jpeg],
      ['a profile in a JPEG', jpegWith(0xe2, profiled), jpeg],
      ['a comment', jpegWith(0xfe, Buffer.from(secret)), jpeg],
      ['Exif in a WebP', webpWith(webp, 'EXIF', secret), webp],
      ['XMP in a WebP', webpWith(transparentWebp, 'XMP ', secret), transparentWebp],
      ['an unknown chunk', webpWith(losslessWebp, 'junk', secret), losslessWebp],
      ['a second file behind a PNG', Buffer.concat([png, Buffer.from('PK\u0003\u0004<script>')]), png],
      ['a second file behind a JPEG', Buffer.concat([jpeg, jpegWith(0xe1, exif(6))]), jpeg],
      ['a second file behind a WebP', Buffer.concat([webp, Buffer.from('<html>')]), webp],
    ] as const)
      assert.deepEqual(pictureIn(dressed).content, bare, name)
  })

  test('keeps which way is up, and nothing else of its Exif', () => {
    const { content } = pictureIn(jpegWith(0xe1, exif(6)))
    assert.ok(!content.includes('GPS'))
    assert.equal(content.length, jpeg.length + 36)
    assert.deepEqual(pictureIn(content).content, content)
  })

  test('that would need more memory than its file says, that moves, is damaged or is something else is refused', () => {
    for (const [name, bytes, fault] of [
      ['a PNG bomb', pngOfSize(65_535, 65_535), /too_wide/],
      ['the largest PNG', pngOfSize(0xffffffff, 1), /too_wide/],
      ['a JPEG bomb', jpegOfSize(65_535, 65_535), /too_wide/],
      ['no width', pngOfSize(0, 8), /damaged/],
      ['no height', jpegOfSize(12, 0), /damaged/],
      ['too large a file', Buffer.concat([png, Buffer.alloc(maxPictureBytes)]), /too_large/],
      ['a wrong checksum', Buffer.from(png.map((byte, index) => (index === 60 ? byte ^ 1 : byte))), /damaged/],
      ['an unknown part that is needed', pngWith('ABCD', ''), /damaged/],
      ['two heads', pngWith('IHDR', 'x'.repeat(13)), /damaged/],
      ['an animation', webpWith(webp, 'ANIM', 'x'), /animated/],
      ['two pictures', webpWith(webp, 'VP8 ', 'x'), /damaged/],
      ['another canvas', Buffer.from(transparentWebp.map((byte, index) => (index === 24 ? 99 : byte))), /damaged/],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^type$/],
      ['GIF', Buffer.from('GIF89a'), /^type$/],
      ['a page', Buffer.from('<!doctype html>'), /^type$/],
      ['nothing', Buffer.alloc(0), /^type$/],
    ] as const)
      assert.match(faultOf(bytes) ?? 'taken', fault, name)
  })

  test('of any bytes is read or refused, and never fails', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    for (const bytes of Object.values(all))
      for (let round = 0; round < 2_000; round += 1) {
        const changed = Buffer.from(bytes)
        for (let change = 0; change <= random(4); change += 1) changed[random(changed.length)] = random(256)
        readPicture(changed)
      }
  })
})
