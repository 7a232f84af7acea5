import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  findMembershipByEmail,
  resendOrganizationInvitation,
  revokeOrganizationInvitation,
} from '#organizations/index.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aFounder, aMember, anInvitation, type MadeInvitation } from '../../support/cast.ts'
import { added, factsOf, inventoryOf } from '../../support/inventory.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp()
const { owner, organizationId } = await aCast(app)
const newUser = { name: 'New Hire', password: 'a boat in the harbour', timezone: 'Europe/Berlin' }
const pathTo = ({ code }: MadeInvitation, answer = ''): string => `/invitations/${code}${answer}`
const accept = (visitor: Visitor, invitation: MadeInvitation, fields: Record<string, string> = {}) =>
  visitor.submit(pathTo(invitation, '/accept'), fields, { page: pathTo(invitation) })

describe('GET /invitations/{code}', () => {
  test('200: shows the inviter, the invited and the organization, and changes nothing, also by HEAD (G5)', async () => {
    const invitation = await anInvitation(app, owner)
    const before = await inventoryOf(app, organizationId)
    const { status, text } = await new Visitor(app).get(pathTo(invitation))
    await new Visitor(app).ask('HEAD', pathTo(invitation), undefined)
    assert.equal(status, 200)
    for (const words of [owner.name, invitation.email, `Acme of ${owner.name}`]) assert.ok(text.includes(words), words)
    assert.match(text, /<option value="Europe\/Lisbon" selected>Lisbon<\/option>/)
    assert.deepEqual(await inventoryOf(app, organizationId), before)
  })

  test('200, the same page whether the address has an account or not (enumeration)', async () => {
    const known = await aFounder(app)
    const texts = []
    for (const email of [known.email, 'nobody.yet@acme.test']) {
      const invitation = await anInvitation(app, owner, email)
      const { text } = await new Visitor(app).get(pathTo(invitation))
      texts.push(
        text
          .replaceAll(email, '')
          .replaceAll(invitation.code, '')
          .replaceAll(/form_token" value="[^"]+"/g, ''),
      )
    }
    assert.equal(texts[0], texts[1])
  })

  test('404: a code that was never sent, was answered, taken back, or sent anew', async () => {
    const [declined, revoked, resent] = [
      await anInvitation(app, owner),
      await anInvitation(app, owner),
      await anInvitation(app, owner),
    ]
    await new Visitor(app).submit(pathTo(declined, '/decline'), {}, { page: pathTo(declined) })
    await app.run(revokeOrganizationInvitation, owner.principal, { uuid: revoked.id })
    app.clock.advance(1_000)
    await app.run(resendOrganizationInvitation, owner.principal, { uuid: resent.id })
    for (const path of ['/invitations/nonsense', ...[declined, revoked, resent].map((one) => pathTo(one))]) {
      assert.equal((await new Visitor(app).get(path)).status, 404, path)
      assert.equal((await new Visitor(app).submit(`${path}/accept`, newUser, { page: '/login' })).status, 404, path)
      assert.equal((await new Visitor(app).submit(`${path}/decline`, {}, { page: '/login' })).status, 404, path)
    }
  })
})

describe('accepting', () => {
  test('303: a new user is a member with a name and a password of their own, and is signed in', async () => {
    const invitation = await anInvitation(app, owner)
    const visitor = new Visitor(app)
    const before = await factsOf(app, organizationId)
    const answer = await accept(visitor, invitation, newUser)
    assert.deepEqual([answer.status, answer.location], [303, '/app/welcome/hours'])
    const { text } = await visitor.get('/account')
    assert.ok(text.includes(invitation.email))
    const membership = await findMembershipByEmail(app.context.database.reader, organizationId, invitation.email)
    assert.deepEqual(
      [membership?.role, membership?.user.name, membership?.user.timezone],
      ['user', 'New Hire', 'Europe/Berlin'],
    )
    assert.equal((await new Visitor(app).signIn(invitation.email, newUser.password)).status, 303)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), [
      'account.signed_in',
      'account.signed_in',
      'organization_invitation.accepted',
    ])
    assert.equal((await new Visitor(app).get(pathTo(invitation))).status, 404)
  })

  test('400: without a name, with a password that is too weak, in a zone that is none; the invitation still waits', async () => {
    const invitation = await anInvitation(app, owner)
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(300) },
      { password: 'short' },
      { password: invitation.email },
      { timezone: 'Mars/Olympus' },
      { timezone: '' },
    ]) {
      const answer = await accept(new Visitor(app), invitation, { ...newUser, ...wrong })
      assert.equal(answer.status, 400, JSON.stringify(wrong))
      assert.match(answer.text, /role="alert"/)
      if (!('name' in wrong)) assert.equal(answer.fields.name, 'New Hire', 'what was right is kept')
    }
    assert.equal((await new Visitor(app).get(pathTo(invitation))).status, 200)
  })

  test('400: an account with this address must sign in; the link never takes it over', async () => {
    const known = await aFounder(app)
    const invitation = await anInvitation(app, owner, known.email)
    const visitor = new Visitor(app)
    const answer = await accept(visitor, invitation, newUser)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /Sign in to accept/)
    assert.equal((await new Visitor(app).signIn(known.email, newUser.password)).status, 400)
    assert.equal((await visitor.get('/account')).status, 303)
  })

  test('303: an account that is alone in its organization moves; its sessions go on, the tokens of before are over', async () => {
    const known = await aFounder(app)
    const invitation = await anInvitation(app, owner, known.email)
    const visitor = await signedInAs(app, known)
    assert.match((await visitor.get(pathTo(invitation))).text, /You’re signed in as/)
    const answer = await accept(visitor, invitation)
    assert.deepEqual([answer.status, answer.location], [303, '/account?note=joined'])
    assert.ok(await findMembershipByEmail(app.context.database.reader, organizationId, known.email))
    assert.equal((await visitor.get('/account')).status, 200)
    assert.equal((await app.ask('GET /users/me', { token: known.token })).status, 401)
  })

  test('400: with the reason, for an account that is not alone, and for one with another address', async () => {
    const elsewhere = await aCast(app)
    const invitation = await anInvitation(app, owner, elsewhere.colleague.email)
    const wrongAccount = await accept(await signedInAs(app, elsewhere.colleague), invitation)
    assert.equal(wrongAccount.status, 400)
    assert.match(wrongAccount.text, /You’re a member of .* Leave that one first/)
    const stranger = await aFounder(app)
    const other = await signedInAs(app, stranger)
    assert.match((await other.get(pathTo(invitation))).text, /Sign out to respond/)
    const refused = await accept(other, invitation)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /sent to another email address/)
    assert.equal(await findMembershipByEmail(app.context.database.reader, organizationId, stranger.email), undefined)
    assert.equal((await new Visitor(app).get(pathTo(invitation))).status, 200)
  })

  test('of twenty at once with the same code, one', async () => {
    const known = await aFounder(app)
    const invitation = await anInvitation(app, owner, known.email)
    const visitor = await signedInAs(app, known)
    const { form_token = '' } = (await visitor.get(pathTo(invitation))).fields
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor.post(pathTo(invitation, '/accept'), { form_token })),
    )
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    for (const { status } of answers) assert.ok([303, 404].includes(status), String(status))
  })

  test('the way back from signing in leads to the invitation', async () => {
    const known = await aMember(app, owner)
    const invitation = await anInvitation(app, await aFounder(app), known.email)
    const { text } = await new Visitor(app).get(pathTo(invitation))
    const link = /href="(\/login\?return_to=[^"]+)"/.exec(text)?.[1] ?? ''
    assert.equal(new URL(link, 'http://us.test').searchParams.get('return_to'), pathTo(invitation))
  })
})

describe('declining', () => {
  test('200: the holder of the code may, once; one fact', async () => {
    const invitation = await anInvitation(app, owner)
    const before = await factsOf(app, organizationId)
    const answer = await new Visitor(app).submit(pathTo(invitation, '/decline'), {}, { page: pathTo(invitation) })
    assert.equal(answer.status, 200)
    assert.match(answer.text, /Invitation declined/)
    assert.deepEqual(added(before, await factsOf(app, organizationId)), ['organization_invitation.declined'])
    assert.equal((await new Visitor(app).get(pathTo(invitation))).status, 404)
  })
})
