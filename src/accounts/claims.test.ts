import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { personFrom } from './claims.ts'

const groupsIn = (claims: Record<string, unknown>, claim = 'groups') =>
  personFrom({ sub: 'one', ...claims }, claim).groups

describe('what a provider says of somebody', () => {
  test('an address is verified only by a claim that says so', () => {
    const isVerified = (claims: object): boolean => personFrom({ sub: 'one', ...claims }, 'groups').isVerified
    for (const claims of [{ email_verified: true }, { email_verified: 'true' }, { xms_edov: 1 }, { xms_edov: '1' }])
      assert.ok(isVerified(claims), JSON.stringify(claims))
    for (const claims of [{}, { email_verified: false }, { email_verified: 'false' }, { email_verified: {} }])
      assert.ok(!isVerified(claims), JSON.stringify(claims))
  })

  test('what is no address is none', () => {
    for (const email of [undefined, '', 'ada', 7, 'ada@', ['ada@acme.test'], `${'x'.repeat(250)}@acme.test`])
      assert.equal(personFrom({ sub: 'one', email }, 'groups').email, undefined, String(email))
  })

  test('the name is the best there is, on one line', () => {
    const nameIn = (claims: object): string =>
      personFrom({ sub: 'one', email: 'ada@acme.test', ...claims }, 'groups').name
    assert.equal(nameIn({ name: ' Ada Lovelace ' }), 'Ada Lovelace')
    assert.equal(nameIn({ given_name: 'Ada', family_name: 'Lovelace' }), 'Ada Lovelace')
    assert.equal(nameIn({ preferred_username: 'ada.l' }), 'ada.l')
    assert.equal(nameIn({ name: '' }), 'ada')
    assert.equal(nameIn({ name: 'Ada\nLovelace\u202e' }), 'Ada Lovelace')
    assert.equal(nameIn({ name: 'x'.repeat(400) }).length, 255)
    assert.equal(personFrom({ sub: 'one' }, 'groups').name, 'New member')
  })

  test('groups: a list, one text, or nothing said; a dot leads into an object, unless the claim has one in its name', () => {
    assert.equal(groupsIn({}), undefined)
    assert.deepEqual(groupsIn({ groups: [] }), [])
    assert.deepEqual(groupsIn({ groups: ['staff', 7, 'bosses'] }), ['staff', 'bosses'])
    assert.deepEqual(groupsIn({ groups: 'staff' }), ['staff'])
    assert.equal(groupsIn({ groups: { staff: true } }), undefined)
    assert.deepEqual(groupsIn({ realm_access: { roles: ['staff'] } }, 'realm_access.roles'), ['staff'])
    assert.deepEqual(groupsIn({ 'https://acme.test/roles': ['staff'] }, 'https://acme.test/roles'), ['staff'])
    assert.equal(groupsIn({}, 'constructor.name'), undefined)
  })
})
