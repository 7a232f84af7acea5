import { randomUUID } from 'node:crypto'
import type { Principal } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { act } from '#execution/act.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { createRoutingForm, publishRoutingForm, submitRoutingForm } from '#routing/index.ts'
import { type DemoEventTypes, uriOfType } from './event-types.ts'

/**
 * A form that leads small companies to one meeting and large ones to another, and visitors who only want news to a
 * message. It has two submissions; the one that is given is of a visitor who went on to book.
 */
export const fillRoutingForm = async (context: AppContext, owner: Principal, eventTypes: DemoEventTypes) => {
  const size = {
    name: 'How big is your team?',
    type: 'radios' as const,
    required: true,
    answer_choices: ['1-10', '11-100', 'More'],
  }
  const wish = {
    name: 'How can we help?',
    type: 'select' as const,
    required: true,
    answer_choices: ['A meeting', 'Newsletter'],
  }
  const made = await act(context, createRoutingForm, owner, {
    name: 'Contact sales',
    questions: [
      { name: 'Your name', type: 'name', required: true },
      { name: 'Your email address', type: 'email', required: true },
      { name: 'Company', type: 'text' },
      size,
      wish,
    ],
    rules: [
      {
        conditions: [{ question: wish.name, operator: 'is', values: ['Newsletter'] }],
        destination: {
          type: 'custom_message',
          value: { headline: 'You’re on the list', body: 'We send one email a month.' },
        },
      },
      {
        conditions: [{ question: size.name, operator: 'is', values: ['1-10'] }],
        destination: { type: 'event_type', value: uriOfType(eventTypes, 'Intro call') },
      },
    ],
    fallback: { type: 'event_type', value: uriOfType(eventTypes, 'Product demo') },
  })
  const form = await act(context, publishRoutingForm, owner, { uuid: idOf(made) })
  const answer = async (...given: readonly string[]): Promise<string> => {
    const answers = Object.fromEntries(form.questions.map(({ uuid }, index) => [uuid, given[index] ?? '']))
    return (await performOpen(context, submitRoutingForm, { uuid: idOf(form), page_key: randomUUID(), answers }))
      .submission.uri
  }
  const submission = await answer('Demo Invitee', 'demo.invitee@client.test', 'Client AB', '11-100', 'A meeting')
  await answer('Demo Reader', 'demo.reader@client.test', '', '1-10', 'Newsletter')
  return { form: { uri: form.uri, name: form.name, form_url: form.form_url }, submission }
}
