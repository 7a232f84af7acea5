import assert from 'node:assert/strict'
import { test } from 'node:test'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { decodeQR } from 'qr/decode.js'
import { QrCode } from './qr-code.tsx'

const drawn = (text: string, label: string): string => renderToString(h(QrCode, { text, label }))

/** The pixels of the drawing, each module eight wide. */
const pixelsOf = (svg: string) => {
  const scale = 8
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return { width: side, height: side, data }
}

test('another reader reads from the drawing what was written, short or long', () => {
  const address = 'otpauth://totp/Openslot:owner@example.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Openslot'
  for (const text of ['x', address, `${address}&note=${'ä'.repeat(120)}`])
    assert.equal(decodeQR(pixelsOf(drawn(text, 'QR code'))), text)
})

test('what is said of it to those who cannot see is escaped', () =>
  assert.match(drawn('x', '"><b>'), /aria-label="&quot;>&lt;b>"/))
