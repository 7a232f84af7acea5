import { idOf } from '#contract/wire.ts'
import {
  createMessageRule,
  deleteMessageRule,
  listMessageRules,
  messageTriggers,
  updateMessageRule,
} from '#messages/index.ts'
import { eventTypeNamed } from '../naming.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const list = listCommand({
  name: 'message list',
  summary: 'List the rules that send messages in your own words',
  options: {},
  example: '',
  list: (tenant) => tenant.gather(listMessageRules, {}),
  none: 'No rules. To add one: openslot message add --help',
  headings: ['rule', 'state', 'when', 'to', 'event types', 'subject'],
  row: (rule) => [
    idOf(rule),
    rule.active ? 'on' : 'off',
    rule.offset_minutes === null ? rule.trigger : `${rule.offset_minutes} minutes ${rule.trigger}`,
    rule.audience,
    rule.event_types === null ? 'all' : String(rule.event_types.length),
    Object.values(rule.texts)[0]?.subject ?? '',
  ],
})

const add = tenantCommand({
  name: 'message add',
  summary: 'Add a rule that sends a message in your own words',
  description: 'It is turned on. For texts in several languages, use --texts.',
  options: {
    trigger: {
      value: 'TRIGGER',
      summary: 'What causes the message',
      choices: messageTriggers,
      required: true,
    },
    'offset-minutes': {
      value: 'MINUTES',
      summary: 'How long before the start, or after the end',
      field: 'offset_minutes',
    },
    audience: {
      value: 'AUDIENCE',
      summary: 'Who gets it; invitee if left out',
      choices: ['invitee', 'hosts'] as const,
    },
    'event-type': { value: 'TYPE', summary: 'Only for this event type, by its ID or slug', field: 'event_types' },
    texts: {
      value: 'JSON',
      json: 'object',
      summary: 'Subject and body by language, as in the body of POST /message_rules',
      required: true,
    },
  },
  example:
    '--trigger before --offset-minutes 1440 --texts \'{"en": {"subject": "Tomorrow: {event}", "body": "Hi {first_name}"}}\'',
  run: async (tenant, { trigger, 'offset-minutes': offset, audience, 'event-type': wanted, texts }) => {
    const type = wanted === undefined ? undefined : await eventTypeNamed(tenant, wanted)
    return {
      resource: await tenant.act(createMessageRule, {
        ...{ trigger, texts, audience: audience ?? ('invitee' as const) },
        ...(offset === undefined ? {} : { offset_minutes: offset }),
        ...(type ? { event_types: [type.uri] } : {}),
      }),
    }
  },
  show: ({ resource }) => `Added: ${idOf(resource)}`,
})

const rule = {
  rule: { value: 'ID', summary: 'The ID of the rule, as shown by `message list`', required: true },
} as const

const set = tenantCommand({
  name: 'message set',
  summary: 'Change a message rule, or turn it on or off',
  description:
    'Messages that are not due yet follow. A rule that is turned on again acts on what happens from then on.',
  options: {
    ...rule,
    active: { value: 'YES_OR_NO', summary: 'Whether it sends anything', choices: ['yes', 'no'] as const },
    'offset-minutes': {
      value: 'MINUTES',
      summary: 'How long before the start, or after the end',
      field: 'offset_minutes',
    },
    audience: { value: 'AUDIENCE', summary: 'Who gets it', choices: ['invitee', 'hosts'] as const },
    texts: { value: 'JSON', json: 'object', summary: 'Subject and body of all languages' },
  },
  example: '--rule ID --active no',
  run: async (tenant, { rule: uuid, active, 'offset-minutes': offset, audience, texts }) => ({
    resource: await tenant.act(updateMessageRule, {
      uuid,
      ...(active === undefined ? {} : { active: active === 'yes' }),
      ...(offset === undefined ? {} : { offset_minutes: offset }),
      ...(audience === undefined ? {} : { audience }),
      ...(texts === undefined ? {} : { texts }),
    }),
  }),
  show: ({ resource }) => (resource.active ? 'The rule is on.' : 'The rule is off.'),
})

const remove = tenantCommand({
  name: 'message delete',
  summary: 'Delete a message rule, and its messages that are not due yet',
  options: { ...rule },
  example: '--rule ID',
  run: async (tenant, { rule: uuid }) => {
    await tenant.act(deleteMessageRule, { uuid })
    return { deleted: uuid }
  },
  show: () => 'Deleted.',
})

export const commands = [list, add, set, remove]
