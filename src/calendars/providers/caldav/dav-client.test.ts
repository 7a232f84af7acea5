import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTrusted } from './dav-client.ts'

describe('the password that was given for a server', () => {
  const cases: readonly [home: string, url: string, isTrusted: boolean][] = [
    ['https://cloud.acme.test/dav/', 'https://cloud.acme.test/calendars/', true],
    ['https://cloud.acme.test/', 'https://cloud.acme.test:443/', true],
    ['https://cloud.acme.test/', 'https://cloud.acme.test:8443/', false],
    ['https://cloud.acme.test/', 'http://cloud.acme.test/', false],
    ['https://cloud.acme.test/', 'https://other.acme.test/', false],
    ['https://calendar.acme.co.uk/', 'https://another.co.uk/', false],
    ['https://caldav.icloud.com/', 'https://p42-caldav.icloud.com/', true],
    ['https://caldav.icloud.com/', 'https://p42-caldav.icloud.com:444/', false],
    ['https://caldav.icloud.com/', 'http://p42-caldav.icloud.com/', false],
    ['https://caldav.icloud.com/', 'https://noticloud.com/', false],
    ['https://caldav.icloud.com/', 'https://caldav.icloud.com.acme.test/', false],
    ['https://cloud.acme.test/', 'https://caldav.icloud.com/', false],
  ]
  for (const [home, url, expected] of cases)
    test(`${home} ${expected ? 'goes' : 'does not go'} to ${url}`, () =>
      assert.equal(isTrusted(new URL(home), new URL(url)), expected))
})
