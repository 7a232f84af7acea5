import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string): Buffer => der(0x18, Buffer.from(text))

const ed25519 = sequence(objectId('2b6570'))

/** A certificate for one name, signed by itself: RFC 5280, with nothing in it that a test of ours does not need. */
export const aCertificate = (name: string): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const issuer = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))))
  const alternativeName = sequence(objectId('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const authority = sequence(
    objectId('551d13'),
    der(0x01, Buffer.from([255])),
    der(0x04, sequence(der(0x01, Buffer.from([255])))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ed25519,
    issuer,
    sequence(time('20200101000000Z'), time('20991231000000Z')),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName, authority)),
  )
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey))
  const lines = sequence(body, ed25519, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
