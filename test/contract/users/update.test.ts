import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reservedSlugs } from '#organizations/index.ts'
import { assertAnswer, assertStatus, denied, invalidArgument, notFound, resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { factsDuring } from '../../support/bookings.ts'
import { aCast, aMember, type Person } from '../../support/cast.ts'
import { guardTests } from '../../support/guards.ts'

const app = await testApp()
const { owner, colleague, outsider, organizationId } = await aCast(app)

const patch = (person: Person, body: Readonly<Record<string, unknown>>, uuid = 'me') =>
  app.ask(`PATCH /users/${uuid}`, { token: person.token, body })
const me = async (person: Person) => resourceOf(await app.ask('GET /users/me', { token: person.token }))

describe('PATCH /users/{uuid}', () => {
  test('200: name, slug, zone, notation, language and picture; one fact; what is left out stays', async () => {
    const person = await aMember(app, owner)
    const before = await me(person)
    const slug = `renamed-${person.id.slice(0, 8)}`
    const changes = {
      name: 'Another Name',
      slug,
      timezone: 'Asia/Tokyo',
      time_notation: before.time_notation === '24h' ? '12h' : '24h',
      locale: 'uk',
      avatar_url: 'https://pictures.test/a.png',
    }
    const facts = await factsDuring(app, organizationId, async () => {
      const answer = await patch(person, changes)
      assertStatus(answer, 200)
      assert.deepEqual(resourceOf(answer), await me(person))
    })
    const { updated_at, scheduling_url, ...after } = await me(person)
    const { updated_at: _, scheduling_url: __, ...expected } = { ...before, ...changes }
    assert.deepEqual(after, expected)
    assert.ok(scheduling_url.endsWith(`/${slug}`))
    assert.deepEqual(
      facts.map(({ name }) => name),
      ['account.profile_changed'],
    )
    assert.equal(resourceOf(await patch(person, { avatar_url: null }, person.id)).avatar_url, null)
    assert.equal((await me(person)).name, 'Another Name')
  })

  test('200 without a fact: the whole resource sent back as it is', async () => {
    const person = await aMember(app, owner)
    const before = await me(person)
    const facts = await factsDuring(app, organizationId, async () => assertStatus(await patch(person, before), 200))
    assert.deepEqual([facts, await me(person)], [[], before])
  })

  for (const locale of ['en', 'fr', 'es', 'de', 'nl', 'pt', 'it', 'uk', 'ps'])
    test(`200: the language ${locale}`, async () =>
      assert.equal(resourceOf(await patch(colleague, { locale })).locale, locale))

  test('400: a slug that is taken, reserved or malformed, and what else no column should hold; nothing changes', async () => {
    const person = await aMember(app, owner)
    const before = await me(person)
    const [reserved = ''] = reservedSlugs
    const cases: readonly (readonly [body: Record<string, unknown>, parameter: string, message: string])[] = [
      [{ slug: (await me(owner)).slug, name: 'Not kept' }, 'slug', 'is already taken'],
      [{ slug: (await me(outsider)).slug.toUpperCase() }, 'slug', 'is already taken'],
      [{ slug: reserved }, 'slug', 'is reserved'],
      ...['a b', '-a', 'a--b', 'ä', 'a/b', '..'].map(
        (slug) =>
          [{ slug }, 'slug', 'can contain letters from a to z, digits, and single hyphens between them'] as const,
      ),
      [{ slug: 'a'.repeat(61) }, 'slug', 'size cannot be greater than 60'],
      [{ timezone: 'Mars/Olympus' }, 'timezone', 'must be an IANA time zone, such as Europe/Lisbon'],
      [{ time_notation: '13h' }, 'time_notation', 'must be one of: 12h, 24h'],
      [{ locale: 'xx' }, 'locale', 'must be one of: en, fr, es, de, nl, pt, it, uk, ps'],
      [{ avatar_url: 'http://pictures.test/a.png' }, 'avatar_url', 'must be an https URL'],
      [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url', 'must be an https URL'],
      [{ name: ' ' }, 'name', 'must be filled'],
    ]
    for (const [body, parameter, message] of cases)
      assertAnswer(await patch(person, body), 400, invalidArgument([parameter, message]))
    assert.deepEqual(await me(person), before)
  })

  test('of many concurrent requests for a slug, exactly one gets it', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => aMember(app, owner)))
    const slug = `wanted-${owner.id.slice(0, 8)}`
    const answers = await Promise.all(people.map((person) => patch(person, { slug })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
  })

  test('403: a colleague, also for the owner', async () => {
    for (const [person, other] of [
      [colleague, owner],
      [owner, colleague],
    ] as const)
      assertAnswer(
        await patch(person, { name: 'Not kept' }, other.id),
        403,
        denied('You do not have permission to perform this action'),
      )
  })

  test("404: another organization's user looks nonexistent", async () => {
    assertAnswer(await patch(owner, { name: 'Not kept' }, outsider.id), 404, notFound)
  })

  guardTests(app, colleague, 'users:write', 200, (asked) =>
    app.ask('PATCH /users/me', { ...asked, body: { time_notation: '24h' } }),
  )
})
