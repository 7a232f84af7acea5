/** What owners and admins can keep plain members from doing. */
export const memberRights = ['create_event_types', 'change_hours', 'connect_calendars'] as const

export type MemberRight = (typeof memberRights)[number]

export type MemberRights = Readonly<Record<MemberRight, boolean>>
