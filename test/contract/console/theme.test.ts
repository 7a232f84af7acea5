// on: embedded
// seconds: 1
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { colleague } = await aCast(app)

test('a theme that is chosen in the account menu holds in this browser until the system’s is chosen again', async () => {
  const visitor = await signedInAs(app, colleague)
  const page = '/app/meetings?view=week'
  assert.match((await visitor.get(page)).text, /<html lang="en">/)
  const chosen = await visitor.submit(
    '/account/theme',
    { theme: 'dark' },
    { page, headers: { referer: `http://127.0.0.1:3000${page}` } },
  )
  assert.equal(chosen.location, page)
  for (const shown of ['/app', '/account'])
    assert.match((await visitor.get(shown)).text, /<html lang="en" data-theme="dark">/)
  assert.match((await visitor.get('/app')).text, /value="dark" aria-pressed="true"/)
  await visitor.submit('/account/theme', { theme: 'system' }, { page })
  assert.match((await visitor.get(page)).text, /<html lang="en">/)
})

test('an unknown theme changes nothing', async () => {
  const visitor = await signedInAs(app, colleague)
  await visitor.submit('/account/theme', { theme: 'dark"><script>' }, { page: '/app' })
  assert.match((await visitor.get('/app')).text, /<html lang="en">/)
})
