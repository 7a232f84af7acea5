// seconds: 2
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { remarkIn } from '#console/organization/import-texts.ts'
import { Worker } from '#execution/jobs/worker.ts'
import { importing } from '#imports/index.ts'
import { importsTexts } from '../../../languages/console/imports.ts'
import { importRemarks } from '../../../languages/import-remarks.ts'
import { aBooking, hours } from '../../support/bookings.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { anImportOf } from '../../support/imports.ts'
import { listeningApp } from '../../support/listening-app.ts'
import { recordedLog } from '../../support/recorded-log.ts'

const path = '/app/organization/imports'
const source = await listeningApp({ OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { app } = source
const { owner, colleague, outsider } = await aCast(app)
after(() => source.close())

// The outsider moves in from the organization of the owner, on the same instance.
const visitor = await source.signedInAs(outsider)
const from = { kind: 'calendly', url: source.address, token: owner.token }
const send = (fields: Record<string, string>, address = path) =>
  visitor.submit(address, { ...from, ...fields }, { page: path })

test('an organization is looked at, then brought; what came, what to look at and what does not come is said, and the token is in no page', async () => {
  await aBooking(app, owner, await anEventType(app, owner, { active: true }), { start_time: hours()() })
  for (const [fields, field, words] of [
    [{ token: 'wrong' }, 'token', /The source didn’t accept this token/],
    [{ token: '' }, 'token', /Paste the token without spaces/],
    [{ url: `${source.address}/docs` }, 'url', /This isn’t the address of an API|can’t be read/],
    [{ url: 'nonsense' }, 'url', /Enter the address of an API/],
  ] as const)
    for (const address of [path, `${path}/preview`]) {
      const refused = await send(fields, address)
      assert.equal(refused.status, 400, refused.text)
      assert.match(/id="(?:token|url)-wrong">([^<]+)/.exec(refused.text)?.[1] ?? '', words)
      assert.match(refused.text, new RegExp(`id="${field}-wrong">`))
      assert.ok(!refused.text.includes(owner.token))
    }
  const seen = await send({}, `${path}/preview`)
  assert.equal(seen.status, 200, seen.text)
  assert.match(
    seen.text,
    /Preview of.*<dt>Members<\/dt><dd>3<\/dd>.*<dt>Meetings<\/dt><dd>1<\/dd>.*The import takes about/s,
  )
  assert.ok(!seen.text.includes(owner.token) && seen.text.includes(`value="${source.address}"`))
  assert.match((await visitor.get(path)).text, /No imports yet/)

  const { location = '' } = await send({})
  assert.match(location, /imports\/[\w-]+\?done=started$/)
  assert.match(
    (await visitor.get(location)).text,
    /class="chip pending">In progress.*data-refreshes-page.*Importing: Members/s,
  )
  assert.match((await send({})).text, /An import from this source is already in progress/)
  const [report] = location.split('?')
  const stopped = await visitor.submit(`${report}/stop`, {}, { page: `${report}` })
  assert.equal(stopped.location, `${report}?done=stopped`)
  assert.match(
    (await visitor.get(stopped.location)).text,
    /class="chip failed">Stopped.*Stopped\. Everything imported so far stays\..*Import again.*Import stopped/s,
  )
  assert.equal((await send({})).location, location)
  await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  const done = await visitor.get(location)
  assert.match(
    done.text,
    /class="chip">Completed.*Meetings<\/th><td data-label="New">1<\/td>.*To review.*no account could be created for this address.*Not imported/s,
  )
  assert.ok(
    !done.text.includes('data-refreshes-page') &&
      !done.text.includes(owner.token) &&
      !done.text.includes('Apply the buffers'),
  )
})

test('a finished import is done once more with guessed buffers, reminders and invitations; others see nothing of it', async () => {
  const id = await anImportOf(app, outsider)
  const remark = {
    code: 'buffers_guessed',
    values: { name: 'Intro call', owner: 'Demo Owner', before: 5, after: 10, count: 4 },
  }
  await app.context.database.write((tx) =>
    tx
      .updateTable('imports')
      .set({ remarks: JSON.stringify([remark]), source: `${source.address}/` })
      .where('id', '=', id)
      .execute(),
  )
  const again = `${path}/${id}`
  assert.match(
    (await visitor.get(again)).text,
    /“Intro call” of Demo Owner seems to have buffers of 5 minutes before and 10 minutes after.*Apply the buffers/s,
  )
  const refused = await visitor.submit(again, { token: 'wrong', apply_buffers: 'true' }, { page: again })
  assert.match(refused.text, /name="apply_buffers" value="true" checked.*didn’t accept/s)
  const { location = '' } = await visitor.submit(
    again,
    { token: owner.token, apply_buffers: 'true', take_over: 'true', invite: 'true' },
    { page: again },
  )
  const started = (await app.ask(`GET /imports/${/imports\/([\w-]+)/.exec(location)?.[1]}`, { token: outsider.token }))
    .body.resource
  assert.deepEqual([started.apply_buffers, started.take_over, started.invite], [true, true, true])

  const plain = await source.signedInAs(colleague)
  assert.deepEqual(
    [(await plain.get(path)).status, (await (await source.signedInAs(owner)).get(again)).status],
    [403, 404],
  )
  assert.equal((await plain.submit(`${path}/preview`, from, { page: '/account' })).status, 403)
})

test('every remark has a text in every language, with the values of the English one', () => {
  const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  for (const [locale, { remarks }] of Object.entries(importsTexts))
    for (const [code, english] of Object.entries(importRemarks)) {
      const text = remarks[code as keyof typeof remarks]
      assert.deepEqual(valuesIn(text), valuesIn(english), `${locale} ${code}`)
    }
})

test('a remark is shown in the language of the page, with the names of its lists', () => {
  const { de } = importsTexts
  const shown = remarkIn(de, {
    code: 'page_refused',
    values: { list: 'event_types' },
    cause: { code: 'source_timeout', values: {} },
  })
  assert.ok(shown.includes(de.records.event_types) && shown.includes(de.remarks.source_timeout), shown)
})
