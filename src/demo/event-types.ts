import type { Principal } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import {
  configureEventType,
  createEventType,
  createSharedEventType,
  grantEventTypePermission,
  setConferenceLink,
} from '#event-types/index.ts'
import { act } from '#execution/act.ts'
import type { AppContext } from '#execution/perform.ts'

export type DemoEventTypes = Awaited<ReturnType<typeof fillEventTypes>>

export const uriOfType = (eventTypes: DemoEventTypes, name: string): string => {
  const found = eventTypes.find((eventType) => eventType.name === name)
  if (!found) throw new Error(`The demo has no event type "${name}".`)
  return found.uri
}

interface Cast {
  readonly owner: Principal
  readonly ownerUri: string
  readonly adminUri: string
  readonly userUri: string
}

/**
 * Two one-on-one types of the owner's that can be booked, one type of every other kind, a secret one, one that is off,
 * and one of the user's.
 */
export const fillEventTypes = async (context: AppContext, { owner, ownerUri, adminUri, userUri }: Cast) => {
  await act(context, setConferenceLink, owner, {
    user: ownerUri,
    kind: 'zoom_conference',
    url: 'https://meet.demo.test/{random}',
  })
  const soon = { minimum_notice: 60 }
  const intro = await act(context, createEventType, owner, {
    owner: ownerUri,
    name: 'Intro call',
    active: true,
    duration: 30,
    duration_options: [15, 30, 60],
    description: 'Get to know each other and find out how we can help.',
    locations: [{ kind: 'zoom_conference' }, { kind: 'outbound_call' }],
    scheduling_rules: soon,
  })
  const demo = await act(context, createEventType, owner, {
    owner: ownerUri,
    name: 'Product demo',
    active: true,
    duration: 45,
    color: '#8247f5',
    description: 'See the product in action and ask your questions.',
    locations: [{ kind: 'physical', location: 'Rua Nova 1, Lisbon', additional_info: 'Ring twice' }],
    scheduling_rules: { ...soon, buffer_after: 15, max_per_day: 4 },
  })
  await act(context, configureEventType, owner, {
    uuid: idOf(demo),
    custom_questions: [
      { name: 'Company', type: 'string', position: 0, required: true },
      {
        name: 'How big is your team?',
        type: 'single_select',
        position: 1,
        answer_choices: ['1-10', '11-100', 'More'],
      },
      {
        name: 'What are you interested in?',
        type: 'multi_select',
        position: 2,
        answer_choices: ['Pages', 'API', 'MCP'],
        include_other: true,
      },
    ],
  })
  const shared = { owner: ownerUri, active: true, scheduling_rules: soon }
  const workshop = await act(context, createSharedEventType, owner, {
    ...shared,
    name: 'Workshop',
    sharing: 'group',
    seats: 12,
    duration: 60,
    color: '#0ae8f0',
  })
  const panel = await act(context, createSharedEventType, owner, {
    ...shared,
    name: 'Panel interview',
    sharing: 'collective',
    duration: 45,
    hosts: [{ user: adminUri }],
  })
  const support = await act(context, createSharedEventType, owner, {
    ...shared,
    name: 'Support',
    sharing: 'round_robin',
    duration: 30,
    hosts: [{ user: adminUri }, { user: userUri, priority: 1 }],
  })
  const secret = await act(context, createEventType, owner, {
    owner: ownerUri,
    name: 'For friends',
    active: true,
    scheduling_rules: soon,
  })
  await act(context, configureEventType, owner, {
    uuid: idOf(secret),
    secret: true,
    internal_note: 'Shared by link only.',
  })
  await act(context, createEventType, owner, { owner: ownerUri, name: 'Not yet' })
  const users = await act(context, createEventType, owner, {
    owner: userUri,
    name: 'Office hours',
    active: true,
    scheduling_rules: soon,
  })
  await act(context, grantEventTypePermission, owner, { event_type: intro.uri, user: userUri })

  return [intro, demo, workshop, panel, support, secret, users].map(
    ({ uri, name, scheduling_url, kind, pooling_type }) => ({
      uri,
      name,
      scheduling_url,
      kind,
      pooling_type,
    }),
  )
}
