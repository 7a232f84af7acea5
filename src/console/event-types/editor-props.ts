import type { Option } from '#ui/forms.tsx'
import type { Kind } from './create-view.tsx'
import type { EventTypeSetup, Setting, SettingsView } from './settings.tsx'

/** A location or question that was sent and refused. */
export interface RefusedLocation {
  /** Its index; undefined for a new one. */
  readonly of: number | undefined
  readonly kind: string
  readonly text: string
  readonly url: string
}

export type EditedQuestion = Pick<
  EventTypeSetup['event_type']['custom_questions'][number],
  'name' | 'type' | 'required' | 'answer_choices' | 'include_other'
>

export interface RefusedQuestion extends EditedQuestion {
  /** The text that it is known by; undefined for a new one. */
  readonly of: string | undefined
}

/** The sections that are closed at first. */
export const sectionNames = [
  ...(['link', 'limits', 'window', 'rules', 'questions', 'hosts', 'emails', 'after', 'rights', 'copies'] as const),
]
export type SectionName = (typeof sectionNames)[number]

/** What a closed section says about its contents. */
export type Summaries = Readonly<Record<SectionName, string>>

export interface EditorProps extends SettingsView {
  readonly token: string
  readonly saveText: string
  readonly savedText: string
  readonly setup: EventTypeSetup
  readonly id: string
  readonly path: string
  readonly kind: Kind
  /** The settings that the reader can change here. */
  readonly settings: readonly Setting[]
  readonly refusedLocation: RefusedLocation | undefined
  readonly refusedQuestion: RefusedQuestion | undefined
  /** Its page as invitees see it, or will. */
  readonly preview: string
  readonly summaries: Summaries
  /** Members who can be added. */
  readonly newHosts: readonly Option[]
  readonly newCopies: readonly Option[]
  readonly newPermitted: readonly Option[]
  readonly isAdmin: boolean
  readonly errors: Readonly<Record<string, string>>
}
