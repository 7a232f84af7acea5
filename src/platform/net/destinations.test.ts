import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPublic, plainAddress, readNetwork } from './address.ts'
import { Destinations } from './destinations.ts'

const hosts = (text: string): string[] => text.trim().split(/\s+/)

/** Every way we know of to write an address that is not of the open internet. */
const inside = hosts(`
  127.0.0.1 127.0.0.53 127.1 127.0.1 127.255.255.254 127.0.0.1. 127.1.
  2130706433 0x7f000001 0x7F000001 017700000001 0177.0.0.1 0177.0.0.01 0x7f.0.0.1 0x7f.1 0x7f.0x0.0x0.0x1 00000177.1 127.0x1 127.0.0.0x1 127.0.0.01
  %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 ⑯⑨.②⑤④.①⑥⑨.②⑤④
  0 0.0.0.0 0x0 00 0.0 0.1.2.3
  10.0.0.1 10.1 167772161 0xa000001 10.255.255.255 012.0.0.1
  100.64.0.1 100.127.255.255 169.254.169.254 169.254.43518 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 025177524776
  172.16.0.1 172.31.255.255 172.16.1 192.168.0.1 192.168.1 3232235521 0xc0a80001 0300.0250.1
  192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7
  224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295 0xffffffff
  [::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::127.0.0.1] [::7f00:1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:0:0] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]
  [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1] [64:ff9b::1] [64:ff9b:1::7f00:1] [64:ff9b:1::808:808]
  [100::1] [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:2::1] [2001:10::1] [2001:20::1] [2001:db8::1]
  [2002:7f00:1::] [2002:a9fe:a9fe::1] [2002:808:808::1] [3fff::1] [5f00::1]
  [fc00::1] [fd00::1] [fd00:ec2::254] [fdff:ffff::1] [fe80::1] [fe80::a9fe:a9fe] [febf::1] [fec0::1] [ff02::1] [ff05::1:3] [ffff::1] [4000::1] [1::1]
`)

const outside = hosts(`
  93.184.216.34 1.1.1.1 8.8.8.8 134744072 0x08080808 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
  [2606:4700::1111] [2a00:1450:4001::1] [2001:4860:4860::8888] [::ffff:8.8.8.8] [64:ff9b::808:808] [3ffe::1] [2003::1]
`)

describe('a destination', () => {
  test(`inside is refused in every spelling, of which there are ${inside.length} here`, () => {
    assert.ok(inside.length >= 60)
    const destinations = new Destinations()
    for (const host of inside)
      for (const scheme of ['https', 'http'])
        assert.equal(destinations.whyNot(`${scheme}://${host}/hook`), 'private', host)
  })

  test('of the open internet is good, by https only', () => {
    const destinations = new Destinations()
    for (const host of outside) {
      assert.equal(destinations.whyNot(`https://${host}/hook?a=b`), undefined, host)
      assert.equal(destinations.whyNot(`http://${host}/hook`), 'scheme', host)
    }
  })

  test('that the operator allows is good however it is spelled, on any port and by http too; what is beside it is not', () => {
    const destinations = new Destinations(
      ['127.0.0.0/8', 'fd00::/8', '10.1.2.3'].map((text) => readNetwork(text) ?? assert.fail(text)),
    )
    for (const host of hosts('127.0.0.1 2130706433 0x7f.1 [::ffff:127.0.0.1] [64:ff9b::7f00:1] [fd12::1] 10.1.2.3'))
      for (const scheme of ['https', 'http'])
        assert.equal(destinations.whyNot(`${scheme}://${host}:25/`), undefined, host)
    for (const host of hosts('10.1.2.4 10.1.2.2 [fe80::1] [::1] 192.168.0.1'))
      assert.equal(destinations.whyNot(`https://${host}/`), 'private', host)
  })

  test('is a name until it is looked up, and then judged by each address', () => {
    const destinations = new Destinations([readNetwork('10.0.0.0/8') ?? assert.fail()])
    assert.equal(destinations.whyNot('http://hooks.client.test/'), undefined)
    assert.equal(new Destinations().whyNot('http://hooks.client.test/'), 'scheme')
    assert.equal(new Destinations().whyNot('https://hooks.client.test:25/'), 'port')
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost'])
      assert.equal(destinations.whyNot(`http://${name}/`), 'private')
    assert.equal(destinations.whyNotAddress(new URL('https://localhost/'), '127.0.0.1'), 'private')
    assert.equal(destinations.whyNotAddress(new URL('https://hooks.client.test/'), 'fe80::1%eth0'), 'private')
    assert.equal(destinations.whyNotAddress(new URL('https://hooks.client.test/'), '8.8.8.8'), undefined)
    assert.equal(destinations.whyNotAddress(new URL('http://hooks.client.test/'), '8.8.8.8'), 'scheme')
    assert.equal(destinations.whyNotAddress(new URL('http://hooks.client.test/'), '10.9.8.7'), undefined)
  })

  const unfit: readonly (readonly [url: string, why: string])[] = [
    ['', 'invalid'],
    ['hooks.client.test', 'invalid'],
    ['https://', 'invalid'],
    ['https://[fe80::1%25eth0]/', 'invalid'],
    ['https://1.2.3.4.5/', 'invalid'],
    ['https://999.1.1.1/', 'invalid'],
    ['ftp://hooks.client.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://8.8.8.8/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://someone@hooks.client.test/', 'credentials'],
    ['https://someone:secret@hooks.client.test/', 'credentials'],
    ['https://:secret@hooks.client.test/', 'credentials'],
    ['https://8.8.8.8@127.0.0.1/', 'credentials'],
    ['https://8.8.8.8:22/', 'port'],
    ['https://8.8.8.8:25/', 'port'],
    ['https://8.8.8.8:80/', 'port'],
    [`https://hooks.client.test/${'x'.repeat(10_000)}`, 'too_long'],
  ]

  for (const [url, why] of unfit)
    test(`is refused as ${why}: ${url.slice(0, 60)}`, () => assert.equal(new Destinations().whyNot(url), why))

  test('has 443 or a high port', () => {
    for (const port of ['', ':443', ':1024', ':8443', ':65535'])
      assert.equal(new Destinations().whyNot(`https://8.8.8.8${port}/`), undefined, port)
  })
})

test('what is no address is none, and never public', () => {
  for (const text of ['', 'localhost', '1.2.3', '::1%lo', '[::1]', '1.2.3.4/8'])
    assert.equal(plainAddress(text), undefined, text)
  assert.equal(plainAddress('::FFFF:8.8.8.8'), '8.8.8.8')
  assert.equal(isPublic('8.8.8.8'), true)
})
