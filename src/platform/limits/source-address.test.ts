import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceKey } from './source-address.ts'

const cases: readonly (readonly [address: string | undefined, key: string, why: string])[] = [
  ['192.0.2.7', '192.0.2.7', 'IPv4 as it is'],
  ['::ffff:192.0.2.7', '192.0.2.7', 'IPv4 that came in on an IPv6 socket'],
  ['::FFFF:c000:207', '192.0.2.7', 'the same in hexadecimal'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', 'the same in full'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'IPv6 by its first 64 bits'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', 'the last address of the same customer'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', 'however it is written'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64', 'the neighbour'],
  ['2001:db8::1', '2001:db8:0:0::/64', 'what :: leaves out'],
  ['2001:db8::ffff:192.0.2.7', '2001:db8:0:0::/64', 'a dotted tail does not make it IPv4'],
  ['2001:db8:1:2:3:ffff:192.0.2.7', '2001:db8:1:2::/64', 'nor does ffff in front of it'],
  ['::1', '0:0:0:0::/64', 'loopback'],
  ['::', '0:0:0:0::/64', 'none'],
  ['1::', '1:0:0:0::/64', 'zeros at the end'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'with a zone'],
  ['fe80::1%eth1', 'fe80:0:0:0::/64', 'with another zone'],
  [undefined, 'unknown', 'a socket that is closed'],
  ['', 'unknown', 'nothing'],
  ['/run/openslot.sock', 'unknown', 'a Unix socket'],
  ['192.0.2.7, 198.51.100.1', 'unknown', 'a list'],
  ['192.0.2.256', 'unknown', 'no address'],
]

for (const [address, key, why] of cases) {
  test(`I4: ${address} is counted as ${key}: ${why}`, () => assert.equal(sourceKey(address), key))
}
