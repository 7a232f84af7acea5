import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailBody } from '#contract/problem.ts'
import { foundOrganization, reservedSlugs } from '#organizations/index.ts'
import { resourceOf } from '../../support/answers.ts'
import { testApp } from '../../support/app.ts'
import { aCast, aMember, aTeam } from '../../support/cast.ts'

const app = await testApp()
const { owner, tag } = await aCast(app)

let count = 0
const slugOf = async (name: string): Promise<string> => {
  count += 1
  const founded = await app.runOpen(foundOrganization, {
    name,
    email: `slug.${count}.${tag}@acme.test`,
    organization: 'Acme',
    timezone: 'Etc/UTC',
    password_hash: null,
  })
  return founded.owner.user.slug
}

describe('slugs', () => {
  test('one per name in the whole instance: later ones get a number', async () => {
    const name = `José Núñez ${tag}`
    assert.deepEqual(
      [await slugOf(name), await slugOf(name), await slugOf(`jose  nunez, ${tag}!`)],
      [`jose-nunez-${tag}`, `jose-nunez-${tag}-2`, `jose-nunez-${tag}-3`],
    )
    assert.equal(
      resourceOf(
        await app.ask('GET /users/me', { token: (await aMember(app, owner, { name: `Jose Nunez ${tag}` })).token }),
      ).slug,
      `jose-nunez-${tag}-4`,
    )
  })

  test('a name without a usable letter gets `host`, with a number', async () => {
    const first = await slugOf('山田太郎')
    const second = await slugOf('Ω')
    for (const slug of [first, second]) assert.match(slug, /^host(-\d+)?$/)
    assert.notEqual(first, second)
    assert.equal(await slugOf('Ольга'), 'olha')
  })

  test('nobody gets a reserved slug', async () => {
    for (const name of ['Users', 'me', 'd', 'Docs', 'Login']) assert.match(await slugOf(name), /-\d+$/)
    const team = resourceOf(await app.ask(`GET ${(await aTeam(app, owner, 'Team')).uri}`, { token: owner.token }))
    assert.match(team.scheduling_url, /\/team\/team-\d+$/)
  })

  test('every first path segment of the router is reserved', () => {
    const segments = new Set(app.server.routeAddresses.map((address) => address.split('/')[1] as string))
    segments.delete('*')
    // The bare address.
    segments.delete('')
    // Where a user's page may be.
    segments.delete(':user')
    assert.ok(segments.size >= 9, `only ${segments.size} segments`)
    assert.deepEqual(
      [...segments].filter((segment) => !reservedSlugs.has(segment)),
      [],
    )
  })

  test('many of the same name at once: all get in, each with a slug of their own', async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, () => slugOf(`Same ${tag}`)))
    assert.deepEqual(
      slugs.sort(),
      [`same-${tag}`, ...Array.from({ length: 7 }, (_, index) => `same-${tag}-${index + 2}`)].sort(),
    )
  })

  test('two that begin alike but are not the same name at once: both get in', async () => {
    for (let round = 0; round < 4; round += 1) {
      const name = `Alike ${tag} ${'abcd'[round]}`
      await slugOf(name)
      const slugs = await Promise.all([slugOf(name), slugOf(`${name} 2`)])
      assert.equal(new Set(slugs).size, 2)
    }
  })

  test('many with the same address at once: one account, and the others are refused', async () => {
    const fields = {
      name: 'Twin',
      email: `twin.${tag}@acme.test`,
      organization: 'Acme',
      timezone: 'Etc/UTC',
      password_hash: null,
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        app.runOpen(foundOrganization, {
          ...fields,
          email: index % 2 ? fields.email : fields.email.toUpperCase(),
          name: `Twin ${index} ${tag}`,
        }),
      ),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.deepEqual(outcome.reason.details.map(detailBody), [
          { parameter: 'email', message: 'already has an account' },
        ])
  })
})
