// seconds: 2
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { remarkOf } from '#console/organization/import-texts.ts'
import { Worker } from '#execution/jobs/worker.ts'
import { notImported } from '#imports/import.ts'
import { importing } from '#imports/index.ts'
import { importsTexts } from '../../../languages/console/imports.ts'
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
    [{ token: 'wrong' }, 'token', /This token is not accepted there/],
    [{ token: '' }, 'token', /Paste the token as it is/],
    [{ url: `${source.address}/docs` }, 'url', /This is not the address of such an API|cannot be read/],
    [{ url: 'nonsense' }, 'url', /Write the address of an API/],
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
    /would come.*<dt>Members<\/dt><dd>3<\/dd>.*<dt>Meetings<\/dt><dd>1<\/dd>.*It would take about/s,
  )
  assert.ok(!seen.text.includes(owner.token) && seen.text.includes(`value="${source.address}"`))
  assert.match((await visitor.get(path)).text, /Nothing was imported yet/)

  const { location = '' } = await send({})
  assert.match(location, /imports\/[\w-]+\?done=started$/)
  assert.match(
    (await visitor.get(location)).text,
    /class="chip pending">under way.*data-refreshes-page.*Reading: Members/s,
  )
  assert.match((await send({})).text, /An import from there is under way/)
  const [report] = location.split('?')
  const stopped = await visitor.submit(`${report}/stop`, {}, { page: `${report}` })
  assert.equal(stopped.location, `${report}?done=stopped`)
  assert.match(
    (await visitor.get(stopped.location)).text,
    /class="chip failed">stopped.*It was stopped\. What came until then stays\..*Import once more.*The import was stopped\./s,
  )
  assert.equal((await send({})).location, location)
  await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  const done = await visitor.get(location)
  assert.match(
    done.text,
    /class="chip">finished.*Meetings<\/th><td data-label="New">1<\/td>.*To look at.*no account could be created for this address.*What does not come/s,
  )
  assert.ok(
    !done.text.includes('data-refreshes-page') &&
      !done.text.includes(owner.token) &&
      !done.text.includes('Set the buffers'),
  )
})

test('a finished import is done once more with guessed buffers, reminders and invitations; others see nothing of it', async () => {
  const id = await anImportOf(app, outsider)
  const remark =
    '"Intro call" of Demo Owner seems to have buffers of 5 minutes before and 10 after (4 of its meetings have). To give such types more'
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
    /“Intro call” of Demo Owner seems to keep 5 minutes free before and 10 after.*Set the buffers/s,
  )
  const refused = await visitor.submit(again, { token: 'wrong', apply_buffers: 'true' }, { page: again })
  assert.match(refused.text, /name="apply_buffers" value="true" checked.*not accepted there/s)
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

/** As they stand in the code: texts in quotes that are whole sentences, with something in the place of what differs. */
const sentencesIn = (code: string): string[] =>
  [...code.matchAll(/'([^'\n]*)'|`([^`\n]*)`/g)]
    .map(
      ([, plain, filled = '']) =>
        plain ??
        filled
          .replaceAll(/\$\{(?:count|links|status|waitSeconds|outcome\.status|before|after|meetings)\}/g, '7')
          .replaceAll(/\$\{what\}/g, 'x "x", x')
          .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'x'),
    )
    .filter((text) =>
      /^(?:"x": )?(?:"x"|[A-Z\w]\S*) .*\.(?: See: .*| Invite them: .*| Hand over with: .*| Make new ones: .*)?$/.test(
        text,
      ),
    )

test('whatever an import remarks or cannot read has its words in every language', async () => {
  const said = Object.values(notImported).flat()
  const files = [
    'calcom/api-shapes',
    'calcom/database-types',
    'calcom/event-type',
    'calendly/event-type-row',
    'providers/calcom-database',
    'providers/source-client',
  ]
  const steps = ['groups', 'meetings', 'members', 'routing', 'save-meetings', 'schedules', 'webhooks']
    .map((step) => `jobs/steps/${step}`)
    .concat('jobs/merge', 'jobs/step')
  for (const file of [...files, ...steps, 'jobs/advance', 'providers/survey', 'import']) {
    const code = await readFile(`src/imports/${file}.ts`, 'utf8')
    said.push(
      ...sentencesIn(code).map((text) => (file.startsWith('calcom/') && /^[a-z]/.test(text) ? `"x": ${text}` : text)),
    )
  }
  assert.ok(said.length > 40, `${said.length} sentences were found`)
  const left = said.filter((sentence) => !ofTheOperator.test(sentence))
  for (const [locale, texts] of Object.entries(importsTexts)) {
    const english = left.filter((sentence) => remarkOf(texts, sentence).name === undefined)
    assert.deepEqual(english, [], locale)
    assert.equal(
      remarkOf(texts, 'cannot be read. It does not answer in time.').words.endsWith(texts.sentences.late),
      true,
    )
    const stopped =
      'It was asked again, and is not understood. /users answers in a form that is not known (collection.0.name: Invalid input). What came until then stays. Then'
    assert.match(remarkOf(texts, stopped).words, /\/users.*collection\.0\.name: Invalid input/)
    assert.ok(
      remarkOf(texts, 'This list may not be read, so it stays out: event types.').words.includes(
        texts.records.event_types,
      ),
    )
  }
})

/** A database is reached by commands only. */
const ofTheOperator =
  /^(?:It is not the database of a Cal\.com|The role may not read these tables|x Until then, what is in them stays out|There are no users in this database|The token is not accepted\.|The other side wants us to wait|A type is asked for that no meeting has|A portion of one meeting was not read)/
