import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AddressHolder, type Decision, type Situation, whoseAccount } from './whose-account.ts'

const provider = {
  issuer: 'https://id.acme.test',
  domains: ['acme.test', 'acme.example'],
  trustsEmail: false,
  addsMembers: true,
}
const trusted = { email: 'ada@acme.test', isVerified: true }
const nobody: Situation = { linked: undefined, holder: undefined, isInvited: false, asking: undefined }

const holder = (standing: AddressHolder['standing'], hasIdentity = false): Situation => ({
  ...nobody,
  holder: { userId: 'holder', standing, hasIdentity },
})
const linked = (isMember: boolean): Situation => ({ ...nobody, linked: { userId: 'linked', isMember } })
const asking = (more: Partial<Situation> = {}, hasIdentity = false): Situation => ({
  ...nobody,
  asking: { userId: 'asking', hasIdentity },
  ...more,
})

const signIn = (userId: string): Decision => ({ kind: 'sign_in', userId })
const link = (userId: string): Decision => ({ kind: 'link', userId })
const join = (email = trusted.email): Decision => ({ kind: 'join', email })
const no = (rule: Extract<Decision, { rule: unknown }>['rule']): Decision => ({ kind: 'refuse', rule })

type Line = readonly [
  name: string,
  person: { readonly email?: string; readonly isVerified: boolean; readonly hostedDomain?: string },
  situation: Situation,
  decision: Decision,
  settings?: Partial<typeof provider>,
]

const unverified = { ...trusted, isVerified: false }
const evil = { email: 'ada@evil.test', isVerified: true }
const google = { issuer: 'https://accounts.google.com' }
const closed = { addsMembers: false }

const lines: readonly Line[] = [
  ['a known subject signs in', trusted, linked(true), signIn('linked')],
  ['a known subject signs in whatever the address is now', { isVerified: false }, linked(true), signIn('linked')],
  [
    'a known subject signs in although somebody else has the address',
    evil,
    { ...holder('admin'), ...{ linked: linked(true).linked } },
    signIn('linked'),
  ],
  ['a known subject who is no member any more', trusted, linked(false), no('membership_ended')],
  [
    'a known subject who is invited again, before they accept',
    trusted,
    { ...linked(false), isInvited: true },
    no('membership_ended'),
  ],
  ['a known subject signs in where new members are not admitted', trusted, linked(true), signIn('linked'), closed],

  ['no address', { isVerified: true }, nobody, no('address_missing')],
  ['an address that is not verified', unverified, nobody, no('address_unverified')],
  ['an address that is not verified, of a member', unverified, holder('user'), no('address_unverified')],
  [
    'an address that is not verified, of an invited person',
    unverified,
    { ...nobody, isInvited: true },
    no('address_unverified'),
  ],
  [
    'an address that is not verified, where the operator answers for it',
    unverified,
    nobody,
    join(),
    { trustsEmail: true },
  ],
  ['another domain', evil, nobody, no('domain_unproven')],
  ['another domain, of a member', evil, holder('user'), no('domain_unproven')],
  [
    'another domain, where the operator answers for verification',
    evil,
    holder('user'),
    no('domain_unproven'),
    { trustsEmail: true },
  ],
  ['a domain below a proven one', { ...trusted, email: 'ada@mail.acme.test' }, nobody, no('domain_unproven')],
  ['a domain that ends like a proven one', { ...trusted, email: 'ada@notacme.test' }, nobody, no('domain_unproven')],
  [
    'a proven domain before the last @',
    { ...trusted, email: '"ada@acme.test"@evil.test' },
    nobody,
    no('domain_unproven'),
  ],
  ['a proven domain in capitals', { ...trusted, email: 'ada@ACME.test' }, nobody, join('ada@ACME.test')],
  ['no proven domain at all', trusted, nobody, no('domain_unproven'), { domains: [] }],
  ['Google without a hosted domain', trusted, nobody, no('hosted_domain_differs'), google],
  [
    'Google with another hosted domain',
    { ...trusted, hostedDomain: 'evil.test' },
    nobody,
    no('hosted_domain_differs'),
    google,
  ],
  ['Google with a proven hosted domain', { ...trusted, hostedDomain: 'acme.example' }, nobody, join(), google],

  ['the address of a member', trusted, holder('user'), link('holder')],
  ['the address of a member, where new members are not admitted', trusted, holder('user'), link('holder'), closed],
  ['the address of a member whom another subject signs in as', trusted, holder('user', true), no('already_linked')],
  ['the address of the owner or an admin', trusted, holder('admin'), no('admin_not_linked')],
  ['the address of an admin whom another subject signs in as', trusted, holder('admin', true), no('already_linked')],
  ['the address of somebody who was removed', trusted, holder('former'), no('membership_ended')],
  ['the address of an account elsewhere', trusted, holder('elsewhere'), no('account_elsewhere')],
  [
    'the address of an account elsewhere that is invited',
    trusted,
    { ...holder('elsewhere'), isInvited: true },
    no('account_elsewhere'),
  ],

  ['nobody has the address', trusted, nobody, join()],
  ['nobody has it, and new members are not admitted', trusted, nobody, no('not_invited'), closed],
  [
    'nobody has it, new members are not admitted, and it is invited',
    trusted,
    { ...nobody, isInvited: true },
    join(),
    closed,
  ],

  ['from the account page', trusted, asking(), link('asking')],
  [
    'from the account page, with an address that somebody else has here',
    trusted,
    asking({ holder: holder('admin').holder }),
    link('asking'),
  ],
  ['from the account page, with an address that is not verified', unverified, asking(), no('address_unverified')],
  ['from the account page, with another domain', evil, asking(), no('domain_unproven')],
  [
    'from the account page, linked already',
    trusted,
    asking({ linked: { userId: 'asking', isMember: true } }),
    signIn('asking'),
  ],
  [
    'from the account page, linked to somebody else',
    trusted,
    asking({ linked: linked(true).linked }),
    no('linked_to_another'),
  ],
  ['from the account page, where another subject is linked', trusted, asking({}, true), no('already_linked')],
]

describe('whose account somebody signs in to at a provider', () => {
  for (const [name, person, situation, decision, settings] of lines)
    test(`${name}: ${decision.kind === 'refuse' ? decision.rule : decision.kind}`, () =>
      assert.deepEqual(whoseAccount({ ...provider, ...settings }, person, situation), decision))
})
