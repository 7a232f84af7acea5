import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loginPath, ownPath } from './return-to.ts'

const own = [
  '/',
  '/account',
  '/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.test%2Fcb&state=%2F%2Fx',
  '/a/b/../c',
  '/d/abc?x=1',
]

const foreign = [
  undefined,
  null,
  '',
  'account',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\u0000/evil.test',
  '/ /evil.test',
  'https://evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  '/.//evil.test',
  '/..//evil.test',
  '/a/..//evil.test',
  '/%2e//evil.test',
  ' /account',
  '/account\r\nSet-Cookie: a=b',
  `/${'a'.repeat(8_000)}`,
]

describe('where to continue after signing in', () => {
  for (const path of own)
    test(`${path} is ours`, () =>
      assert.equal(new URL(ownPath(path) ?? '//none', 'https://us.test').origin, 'https://us.test'))
  for (const text of foreign)
    test(`${JSON.stringify(text)?.slice(0, 40)} is not`, () => assert.equal(ownPath(text), undefined))

  test('is returned unchanged', () => {
    for (const back of [own[2] as string, '/docs/reference/users#get_current_user'])
      assert.equal(ownPath(new URL(loginPath(back), 'https://us.test').searchParams.get('return_to')), back)
  })
})

test('the address of the sign-in page holds a path that is accepted on return', () => {
  assert.equal(loginPath('/account?x=1'), '/login?return_to=%2Faccount%3Fx%3D1')
  assert.equal(loginPath(`/account?x=${'%20'.repeat(3000)}`), '/login')
})
