import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, type Person } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'
import { ownWork } from '../../support/own-work.ts'
import {
  exif,
  jpeg,
  jpegWith,
  losslessWebp,
  png,
  pngOfSize,
  pngWith,
  transparentWebp,
  webp,
} from '../../support/pictures.ts'
import { raw } from '../../support/raw.ts'
import { signedInAs, Visitor } from '../../support/visitor.ts'

const app = await testApp({ isHeard: true, settings: { OPENSLOT_SITE_URL: 'https://book.test' } })
const { owner, admin, colleague, outsider, organization, outsiderOrganization } = await aCast(app)

const { work } = await ownWork(app)

const upload = (person: Person, picture: Buffer | null, uuid = 'me') =>
  app.ask(`POST /users/${uuid}/avatar`, { token: person.token, body: { picture: picture?.toString('base64') ?? null } })
const uploadLogo = (person: Person, picture: Buffer | null, uri = organization) =>
  app.ask(`POST ${uri}/logo`, { token: person.token, body: { picture: picture?.toString('base64') ?? null } })
const load = (url: string) => app.server.inject({ url: new URL(url).pathname })
const stored = async (): Promise<number> =>
  (await raw(app.context.database.reader, sql<{ count: number }>`select count(*)::integer as count from pictures`))[0]
    ?.count ?? 0

describe('POST /users/{uuid}/avatar', () => {
  guardTests(app, colleague, 'users:write', 200, (asked) =>
    app.ask('POST /users/me/avatar', { ...asked, body: { picture: png.toString('base64') } }),
  )

  test('200: each format is served as it is, from an address of its content that is cached for ever and permits nothing', async () => {
    for (const [picture, type, ending] of [
      [png, 'image/png', 'png'],
      [jpeg, 'image/jpeg', 'jpg'],
      [webp, 'image/webp', 'webp'],
      [transparentWebp, 'image/webp', 'webp'],
      [losslessWebp, 'image/webp', 'webp'],
    ] as const) {
      const answer = await upload(colleague, picture)
      assertStatus(answer, 200)
      const { avatar_url } = answer.body.resource
      assert.match(avatar_url, new RegExp(`^https://book\\.test/pictures/[0-9a-f]{32}\\.${ending}$`))
      assert.equal((await app.ask('GET /users/me', { token: colleague.token })).body.resource.avatar_url, avatar_url)
      const { statusCode, headers, rawPayload } = await load(avatar_url)
      assert.deepEqual([statusCode, rawPayload], [200, picture])
      assert.deepEqual(
        [
          'content-type',
          'cache-control',
          'x-content-type-options',
          'content-security-policy',
          'cross-origin-resource-policy',
        ].map((name) => headers[name]),
        [type, 'public, max-age=31536000, immutable', 'nosniff', "default-src 'none'; sandbox", 'cross-origin'],
      )
    }
  })

  test('200: what it shows of its owner and its maker is gone: Exif with its place, texts, and what is hidden behind it', async () => {
    for (const dressed of [
      jpegWith(0xe1, exif(1)),
      pngWith('tEXt', 'GPS'),
      Buffer.concat([jpeg, Buffer.from('<script>GPS</script>')]),
    ]) {
      const { avatar_url } = (await upload(colleague, dressed)).body.resource
      assert.ok(!(await load(avatar_url)).rawPayload.includes('GPS'))
    }
  })

  test('200: a new one, another address or null takes the place of the old one, which is deleted', async () => {
    const first = (await upload(colleague, png)).body.resource.avatar_url
    const before = await stored()
    const second = (await upload(colleague, jpeg)).body.resource.avatar_url
    assert.deepEqual(
      [(await load(first)).statusCode, (await load(second)).statusCode, await stored()],
      [404, 200, before],
    )
    assert.equal((await upload(colleague, null)).body.resource.avatar_url, null)
    assert.deepEqual([(await load(second)).statusCode, await stored()], [404, before - 1])
    const third = (await upload(colleague, png)).body.resource.avatar_url
    const elsewhere = 'https://pictures.test/me.png'
    assertStatus(await app.ask('PATCH /users/me', { token: colleague.token, body: { avatar_url: elsewhere } }), 200)
    assert.deepEqual([(await load(third)).statusCode, await stored()], [404, before - 1])
  })

  test('400: what is no picture, is cut off or would need too much memory, with the reason; 413: a larger body', async () => {
    for (const [picture, message] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG, JPEG, or WebP picture'],
      [png.subarray(0, -1), 'is incomplete'],
      [jpeg.subarray(0, -1), 'is incomplete'],
      [pngOfSize(65_535, 65_535), 'must be at most 4096 by 4096 pixels'],
      [Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'must be 2 MB or smaller'],
    ] as const)
      assertAnswer(await upload(colleague, picture), 400, invalidArgument(['picture', message]))
    assertAnswer(
      await app.ask('POST /users/me/avatar', { token: colleague.token, body: { picture: 'no base64!' } }),
      400,
      invalidArgument(['picture', 'must be base64']),
    )
    assertStatus(await upload(colleague, Buffer.alloc(3 * 1024 * 1024)), 413)
    assertStatus(await app.ask('PATCH /users/me', { token: colleague.token, body: { name: 'x'.repeat(70_000) } }), 413)
  })

  test("403: another member's; 404: somebody of another organization, and a picture that there is not", async () => {
    assertAnswer(
      await upload(admin, png, colleague.principal.userId),
      403,
      denied('You do not have permission to perform this action'),
    )
    assertAnswer(await upload(outsider, png, colleague.principal.userId), 404, notFound)
    for (const path of ['/pictures/0f343b0931126a20f133d67c2b018a3b.png', '/pictures/x', '/pictures/..%2fx.png'])
      assert.equal((await app.server.inject({ url: path })).statusCode, 404)
  })

  test('an erased person leaves no picture behind', async () => {
    const member = await aMember(app, owner)
    const { avatar_url } = (await upload(member, png)).body.resource
    assertStatus(
      await app.ask('POST /data_compliance/deletion/invitees', {
        token: owner.token,
        body: { emails: [member.email] },
      }),
      202,
    )
    await work()
    assert.equal((await load(avatar_url)).statusCode, 404)
    assert.equal((await app.ask('GET /users/me', { token: member.token })).body.resource.avatar_url, null)
  })
})

describe('POST /organizations/{uuid}/logo', () => {
  guardTests(app, owner, 'organizations:write', 200, (asked) =>
    app.ask(`POST ${organization}/logo`, { ...asked, body: { picture: png.toString('base64') } }),
  )

  test('200: owners and admins set it and take it away; booking pages show it', async () => {
    const answer = await uploadLogo(admin, webp)
    assertStatus(answer, 200)
    const { logo_url } = answer.body.resource
    assert.deepEqual((await load(logo_url)).rawPayload, webp)
    const page = await new Visitor(app).get(
      `/${(await app.ask('GET /users/me', { token: owner.token })).body.resource.slug}`,
    )
    assert.ok(page.text.includes(`src="${new URL(logo_url).pathname}"`), page.text)
    assert.match(String(page.headers['content-security-policy']), /img-src 'self'/)
    assert.equal((await uploadLogo(owner, null)).body.resource.logo_url, null)
    assert.equal((await load(logo_url)).statusCode, 404)
  })

  test('403: members; 404: another organization', async () => {
    assertAnswer(await uploadLogo(colleague, png), 403, denied('You do not have permission to perform this action'))
    assertAnswer(await uploadLogo(owner, png, outsiderOrganization), 404, notFound)
  })
})

describe('the account page', () => {
  const send = async (visitor: Visitor, path: string, picture: Buffer, more: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    form.set('form_token', (await visitor.get('/account')).fields.form_token ?? '')
    // The name and the type say one thing, the bytes another.
    form.set(path.split('/').at(-1) ?? '', new File([new Uint8Array(picture)], 'me.gif', { type: 'image/gif' }))
    for (const [name, value] of Object.entries(more)) form.set(name, value)
    const body = new Response(form)
    return app.server.inject({
      method: 'POST',
      url: path,
      payload: Buffer.from(await body.arrayBuffer()),
      headers: {
        accept: 'text/html',
        'content-type': body.headers.get('content-type') ?? '',
        cookie: `__Host-openslot=${visitor.cookie}`,
        origin: 'http://127.0.0.1:3000',
        'sec-fetch-site': 'same-origin',
      },
    })
  }

  test('takes a picture and shows it, says what is wrong with another beside its field, and removes it', async () => {
    const visitor = await signedInAs(app, owner)
    assert.equal((await send(visitor, '/account/avatar', jpeg)).statusCode, 303)
    const shown =
      /<img class="picture" src="([^"]+)" alt="Your picture"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
    assert.deepEqual((await app.server.inject({ url: shown })).rawPayload, jpeg)
    const refused = await send(visitor, '/account/avatar', Buffer.from('GIF89a'))
    assert.equal(refused.statusCode, 400)
    assert.match(refused.payload, /id="avatar-wrong">The picture must be a PNG, JPEG, or WebP file\./)
    const branding = '/app/organization/branding'
    assert.equal((await send(visitor, `${branding}/logo`, png)).headers.location, `${branding}?done=logo`)
    assert.match(
      (await visitor.get(branding)).text,
      /<img class="logo" src="\/pictures\/[0-9a-f]{32}\.png" alt="Logo of your organization"/,
    )
    assert.match(
      (await send(visitor, `${branding}/logo`, Buffer.from('GIF89a'))).payload,
      /id="logo-wrong">The picture must be a PNG, JPEG, or WebP file\./,
    )
    assert.equal((await send(await signedInAs(app, colleague), `${branding}/logo`, png)).statusCode, 403)
    assert.equal((await send(visitor, '/account/avatar', Buffer.alloc(0), { remove: 'yes' })).statusCode, 303)
    assert.equal((await app.server.inject({ url: shown })).statusCode, 404)
    assert.equal((await send(visitor, '/account/profile', Buffer.alloc(300_000))).statusCode, 415)
  })

  test("says beside the field, in the person's language, that a picture of any usual size is too large; as the page of the logo does", async () => {
    assertStatus(await app.ask('PATCH /users/me', { token: admin.token, body: { locale: 'de' } }), 200)
    const visitor = await signedInAs(app, admin)
    for (const [path, name] of [
      ['/account/avatar', 'avatar'],
      ['/app/organization/branding/logo', 'logo'],
    ] as const) {
      for (const size of [2 * 1024 * 1024 + 1, 2_500_000, 20_000_000]) {
        const { statusCode, payload } = await send(visitor, path, Buffer.alloc(size))
        assert.equal(statusCode, 400, `${path}, ${size}`)
        assert.match(payload, new RegExp(`id="${name}-wrong">Das Bild ist größer als 2 MB\\.`))
      }
      const removed = await send(visitor, path, Buffer.alloc(20_000_000), { remove: 'yes' })
      assert.equal(removed.statusCode, 303)
    }
    assert.equal((await send(visitor, '/account/avatar', Buffer.alloc(70_000_000))).statusCode, 413)
  })
})
