// seconds: 3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../support/app.ts'
import { aCast } from '../../support/cast.ts'
import { anEventType } from '../../support/event-types.ts'
import { aForm, aPublishedForm, aSubmission } from '../../support/routing.ts'
import { signedInAs } from '../../support/visitor.ts'

const app = await testApp()
const { owner, colleague, outsider } = await aCast(app)
const type = await anEventType(app, owner, { active: true, name: 'Sales call' })
const visitor = await signedInAs(app, owner)
const send = (path: string, fields: Record<string, string | readonly string[]> = {}, by = visitor) =>
  by.submit(path, fields, { page: '/app/developers' })

test('a form is built from questions and rules in plain words, tried out, published and deleted; what is refused is said there and stays typed', async () => {
  const page = ((await send('/app/forms', { name: 'Contact' })).location ?? '').split('?')[0] ?? ''
  const shown = async (): Promise<string> => (await visitor.get(page)).text
  const empty = await send(`${page}/status`, { status: 'published' })
  assert.equal(empty.status, 400)
  assert.match(empty.text, /role="alert"><p class="wrong">No questions yet\./)

  const wrong = await send(`${page}/questions`, { name: 'Company size', type: 'select', choices: '' })
  assert.deepEqual([wrong.status, wrong.text.includes('value="Company size"')], [400, true])
  assert.match(
    wrong.text,
    /id="choices-new"[^>]*aria-invalid[^>]*>\s*<\/textarea><p class="wrong" id="choices-new-wrong"/,
    'beside its field',
  )
  await send(`${page}/questions`, { name: 'Company size', type: 'select', choices: 'small\nover 50' })
  await send(`${page}/questions`, { name: 'Your name', type: 'name', required: 'on' })
  const ids = [...(await shown()).matchAll(/id="question-([\w-]+)"/g)].map(([, id = '']) => id)
  assert.equal(ids.length, 2)
  const [size = '', name = ''] = ids

  const rule = {
    question: [size, ''],
    operator: ['is', 'is'],
    values: ['over 50', ''],
    to: 'event_type',
    event_type: type.id,
  }
  const unfit = await send(`${page}/rules`, { ...rule, values: ['huge', ''] })
  assert.deepEqual(
    [
      unfit.status,
      unfit.text.includes('This isn’t one of the question’s choices.'),
      unfit.text.includes('huge</textarea>'),
    ],
    [400, true, true],
  )
  assert.match(
    unfit.text,
    /huge<\/textarea><p class="hint"[^>]*>[^<]+<\/p><\/div><p class="wrong" id="new-rule-0-wrong"/,
    'beside its field',
  )
  await send(`${page}/rules`, rule)
  await send(`${page}/fallback`, {
    to: 'custom_message',
    headline: 'Thanks',
    body: 'We write to you.\n\nSoon & surely.',
  })
  assert.ok(
    (await shown()).includes('>\nWe write to you.\n\nSoon &amp; surely.</textarea>'),
    'a text is shown as it was typed',
  )
  assert.ok((await shown()).includes('If “Company size” is “over 50”, go to Sales call.'))
  assert.ok((await shown()).includes('Otherwise, go to the message “Thanks”.'))

  const lead = async (answer: string): Promise<string> =>
    (await send(`${page}/try`, { [size]: answer, [name]: 'Demo' })).text
  assert.ok((await lead('over 50')).includes('These answers lead to Sales call.'))
  assert.ok((await lead('small')).includes('These answers lead to the message “Thanks”.'))
  const unanswered = await send(`${page}/try`, { [size]: 'small' })
  assert.deepEqual(
    [unanswered.status, unanswered.text.includes(`class="wrong" id="try-${name}-wrong"`)],
    [400, true],
    'what must be answered',
  )
  assert.ok((await visitor.get(`${page}/answers`)).text.includes('No submissions yet.'), 'a trial is kept nowhere')

  await send(`${page}/questions/${name}`, { act: 'up', name: 'Your whole name', type: 'name', required: 'on' })
  assert.ok((await shown()).includes('<b>Your whole name</b>'), 'what was typed beside the button that moves it')
  assert.match(await shown(), new RegExp(`question-${name}.*question-${size}`, 's'))
  /** Where the forms of its rules are sent. */
  const ruleForms = async (): Promise<readonly string[]> =>
    [...(await shown()).matchAll(/action="([^"]+\/rules\/[^"]+)"/g)].map(([, action = '']) => action)
  const [before = ''] = await ruleForms()
  await send(before, { ...rule, act: 'save', operator: ['is_not', 'is'] })
  assert.ok((await shown()).includes('If “Company size” is not “over 50”, go to Sales call.'))
  const { location = '' } = await send(`${page}/status`, { status: 'published' })
  assert.ok((await shown()).includes('Published'))
  assert.match(
    (await visitor.get(location)).text,
    new RegExp(`class="toast">.*action="${page}/status".*value="draft".*Undo`, 's'),
  )
  /** Sends the form that the page offers to take an act back. */
  const undo = async (address: string | undefined): Promise<string> => {
    const [, action = '', inputs = ''] =
      /class="toast">.*?action="([^"]+)"[^>]*>(.*?)<button/s.exec((await visitor.get(address ?? '')).text) ?? []
    return (
      (
        await send(
          action,
          Object.fromEntries(
            [...inputs.matchAll(/name="(\w+)" value(?:="([^"]*)")?/g)].map(([, field = '', value = '']) => [
              field,
              value,
            ]),
          ),
        )
      ).location ?? ''
    )
  }
  assert.equal((await send(before, { act: 'remove' })).status, 404, 'a rule that was changed meanwhile is not removed')
  const { location: ruleGone } = await send((await ruleForms())[0] ?? '', { act: 'remove' })
  assert.ok(!(await shown()).includes('go to Sales call'))
  await undo(ruleGone)
  assert.ok(
    (await shown()).includes('If “Company size” is not “over 50”, go to Sales call.'),
    'a rule that was removed comes back',
  )
  const { location: questionGone } = await send(`${page}/questions/${name}`, { act: 'remove' })
  assert.ok(!(await shown()).includes(`question-${name}`))
  await undo(questionGone)
  assert.match(
    await shown(),
    new RegExp(`question-${name}.*question-${size}`, 's'),
    'a question comes back in its place',
  )
  assert.equal((await send(`${page}/undo`, { part: 'rules', of: 'forged' })).status, 404)

  for (const [person, status] of [
    [colleague, 403],
    [outsider, 404],
  ] as const) {
    const other = await signedInAs(app, person)
    for (const path of [page, `${page}/answers`, `${page}/answers.csv`])
      assert.equal((await other.get(path)).status, status, path)
    for (const act of ['name', 'questions', 'rules', 'fallback', 'status', 'try', 'delete'])
      assert.equal((await send(`${page}/${act}`, {}, other)).status, status, act)
  }
  const { location: gone } = await send(`${page}/delete`)
  assert.equal((await visitor.get(page)).status, 404)
  assert.equal((await send(`${page}/restore`, {}, await signedInAs(app, outsider))).status, 404)
  assert.equal((await send(`${page}/restore`, {}, await signedInAs(app, colleague))).status, 403)
  await undo(gone)
  assert.ok(
    (await shown()).includes('Published') && (await shown()).includes('go to Sales call'),
    'published as it was, with its rules',
  )
  assert.equal((await send(`${page}/restore`)).status, 404, 'it is there')
  await send(`${page}/delete`)
  assert.equal((await visitor.get(page)).status, 404)
})

test('a rule about a question with choices offers them to be ticked, without a script as well; what is ticked is what is kept', async () => {
  const choice = (name: string, ...answer_choices: string[]) => ({ name, type: 'radios', answer_choices })
  const form = await aForm(app, owner, {
    questions: [
      { name: 'Town', type: 'text' },
      choice('Size', 'small', 'over 50', '<huge>'),
      choice('Plan', 'free', 'paid'),
    ],
    fallback: { type: 'event_type', value: type.id },
  })
  const { Size: size = '', Plan: plan = '', Town: town = '' } = form.questions
  const path = `/app/forms/${form.id}`
  /** The boxes of one rule, and those that are ticked. */
  const boxesIn = (
    text: string,
    rule: string,
  ): readonly (readonly [name: string, choice: string, isTicked: boolean])[] => {
    const [, part = ''] = new RegExp(`<details[^>]* id="${rule}(.*?)</details>`, 's').exec(text) ?? []
    return [...part.matchAll(/type="checkbox" name="([^"]+)" value="([^"]+)"([^>]*)>/g)].map(
      ([, name = '', value = '', rest = '']) => [name, value, rest.includes('checked')],
    )
  }
  assert.deepEqual(boxesIn((await visitor.get(path)).text, 'new-rule'), [
    ...['small', 'over 50', '&lt;huge>'].map((one) => [`choice-0-${size}`, one, false]),
    ...['free', 'paid'].map((one) => [`choice-0-${plan}`, one, false]),
  ])
  const sent = { to: 'event_type', event_type: type.id, operator: 'is', values: '' }
  // Those of a question that is not chosen do not count.
  await send(`${path}/rules`, {
    ...sent,
    question: size,
    [`choice-0-${size}`]: ['over 50', '<huge>'],
    [`choice-0-${plan}`]: 'paid',
  })
  await send(`${path}/rules`, { ...sent, question: town, values: 'Lisbon', [`choice-0-${plan}`]: 'paid' })
  const { text } = await visitor.get(path)
  assert.ok(text.includes('If “Size” is “over 50” or “&lt;huge>”, go to Sales call.'))
  assert.ok(text.includes('If “Town” is “Lisbon”, go to Sales call.'))
  assert.deepEqual(
    boxesIn(text, 'rule-').map(([, one, isTicked]) => [one, isTicked]),
    [
      ['small', false],
      ['over 50', true],
      ['&lt;huge>', true],
    ],
  )
  const none = await send(`${path}/rules`, { ...sent, question: plan })
  assert.equal(none.status, 400)
  assert.match(
    none.text,
    new RegExp(`name="choice-0-${plan}" value="free" aria-invalid="true"`),
    'the choices, where one is missing',
  )
})

test('a form about a rule is about that rule, wherever it stands by now', async () => {
  const form = await aForm(app, owner, {
    questions: [{ name: 'Town', type: 'text' }],
    rules: ['Lisbon', 'Porto', 'Porto'].map((town) => ({
      conditions: [{ question: 'Town', operator: 'is', values: [town] }],
      destination: { type: 'event_type', value: type.id },
    })),
  })
  const page = `/app/forms/${form.id}`
  const towns = async (): Promise<readonly unknown[]> =>
    [...(await visitor.get(page)).text.matchAll(/<summary><span>If “Town” is “(\w+)”/g)].map(([, town]) => town)
  const actions = [...(await visitor.get(page)).text.matchAll(/action="([^"]+\/rules\/[^"]+)"/g)].map(
    ([, action = '']) => action,
  )
  assert.equal(new Set(actions).size, 3, 'also where two say the same')
  await send(actions[0] ?? '', { act: 'remove' })
  assert.equal((await send(actions[0] ?? '', { act: 'remove' })).status, 404)
  await send(actions[2] ?? '', {
    act: 'save',
    question: form.questions.Town ?? '',
    operator: 'is',
    values: 'Faro',
    to: 'event_type',
    event_type: type.id,
  })
  assert.deepEqual(await towns(), ['Porto', 'Faro'])
  const refused = await send(actions[1] ?? '', {
    act: 'save',
    question: form.questions.Town ?? '',
    operator: 'is',
    values: '',
    to: 'event_type',
    event_type: type.id,
  })
  assert.deepEqual(
    [refused.status, refused.text.includes(`action="${actions[1]}"`)],
    [400, true],
    'what was refused can be sent again',
  )
})

test('answers are shown with where they led, and are a table without formulas', async () => {
  const form = await aPublishedForm(app, owner, { rules: [], fallback: { type: 'event_type', value: type.id } })
  await aSubmission(app, form, { 'Your name': '=cmd()', 'Your e-mail': 'a.guest@client.test', 'Company size': '100+' })
  const { text } = await visitor.get(`/app/forms/${form.id}/answers`)
  for (const words of ['a.guest@client.test', '100+', '→ Sales call']) assert.ok(text.includes(words), words)
  const csv = await visitor.get(`/app/forms/${form.id}/answers.csv`)
  assert.match(
    csv.text,
    /^\uFEFF"created_at","Your name","Your e-mail","Company size","result","invitee"\r\n"[^"]+","'=cmd\(\)","a\.guest@client\.test","100\+","Sales call",""/,
  )
})

test('answers keep their column when a question is named like another one', async () => {
  const question = (name: string, type: string) => ({ name, type, required: true })
  const questions = [question('result', 'name'), question('created_at', 'email')]
  const form = await aPublishedForm(app, owner, {
    questions,
    rules: [],
    fallback: { type: 'event_type', value: type.id },
  })
  await aSubmission(app, form, { result: 'Rain', created_at: 'a.guest@client.test' })
  const csv = await visitor.get(`/app/forms/${form.id}/answers.csv`)
  assert.match(
    csv.text,
    /^\uFEFF"created_at","result","created_at","result","invitee"\r\n"2026-[^"]+","Rain","a\.guest@client\.test","Sales call",""/,
  )
})

test('a rule whose type was deleted says so, and chooses no other in its place; 400: a form that leads to a type that is off is not published', async () => {
  const leaving = await anEventType(app, owner, { active: true, name: 'Leaving' })
  const form = await aPublishedForm(app, owner, { rules: [], fallback: { type: 'event_type', value: leaving.id } })
  await send(`/app/types/${leaving.id}/delete`)
  const { text } = await visitor.get(`/app/forms/${form.id}`)
  assert.match(text, new RegExp(`<option value="${leaving.id}" selected[^>]*>a deleted event type</option>`))

  const off = await anEventType(app, owner, { active: false, name: 'Off' })
  await send(`/app/forms/${form.id}/status`, { status: 'draft' })
  await send(`/app/forms/${form.id}/fallback`, { to: 'event_type', event_type: off.id })
  const refused = await send(`/app/forms/${form.id}/status`, { status: 'published' })
  assert.deepEqual([refused.status, refused.text.includes('This event type is turned off.')], [400, true])
})

test('a form is not offered the types for one meeting, to which it cannot lead', async () => {
  const page = ((await send('/app/forms', { name: 'Offers' })).location ?? '').split('?')[0] ?? ''
  await send(`/app/types/${type.id}/one-off`, { duration: '20', days: '7' })
  const { text } = await visitor.get(page)
  assert.equal(text.split('>Sales call</option>').length - 1, 1, 'in the one list, of where everybody goes')
})

test('a rule is read in the quotation marks of its language', async () => {
  const form = await aForm(app, owner, {
    questions: [{ name: 'Size', type: 'select', answer_choices: ['small', 'large'] }],
    rules: [
      {
        conditions: [{ question: 'Size', operator: 'is', values: ['large'] }],
        destination: { type: 'external_url', value: 'https://example.test' },
      },
    ],
  })
  for (const [locale, words] of [
    ['de', '„Size“ ist „large“'],
    ['en', '“Size” is “large”'],
    ['uk', '«Size»'],
  ] as const)
    assert.ok((await visitor.get(`/app/forms/${form.id}?locale=${locale}`)).text.includes(words), locale)
})
