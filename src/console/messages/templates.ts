/** What hosts can begin with. Each has its texts in every language. */
export const templates = {
  reminder: { trigger: 'before', offset_minutes: 1440, audience: 'invitee' },
  prepare: { trigger: 'before', offset_minutes: 2880, audience: 'invitee' },
  thanks: { trigger: 'after', offset_minutes: 60, audience: 'invitee' },
  feedback: { trigger: 'after', offset_minutes: 1440, audience: 'invitee' },
  missed: { trigger: 'no_show', offset_minutes: null, audience: 'invitee' },
} as const

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as TemplateName[]
