import type { Option } from '#ui/forms.tsx'
import type { NamedColor } from '#ui/swatch.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { Kind } from './create-view.tsx'

export interface EditedPlace {
  readonly kind: string
  readonly label: string
  readonly detail: string
}

export interface EditedQuestion {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly choices: readonly string[]
  readonly includesOther: boolean
  /** As it was sent, and refused. */
  readonly sent?: EditedQuestion | undefined
}

export interface EditedHost {
  readonly user: string
  readonly name: string
  readonly priority: number
  readonly isOwner: boolean
}

/** Everything about an event type that the editor shows, ready to be shown. */
export interface EditedType {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
  readonly address: string
  /** The last part of it. */
  readonly slug: string
  readonly color: string
  readonly kind: Kind
  readonly durations: readonly number[]
  readonly duration: number
  /** One more that was typed, and refused. */
  readonly otherDuration?: string
  readonly seats: number
  readonly description: string
  readonly note: string
  readonly isSecret: boolean
  readonly isManaged: boolean
  /** The type that this is a copy of. */
  readonly template: { readonly href: string; readonly name: string } | undefined
  /** Members who have a copy; undefined where there can be none. */
  readonly copies: readonly { readonly user: string; readonly name: string; readonly href: string }[] | undefined
  readonly locale: string
  readonly ownerName: string
  readonly places: readonly EditedPlace[]
  /** New ones that were sent, and refused. */
  readonly newPlace?: { readonly kind: string; readonly text: string } | undefined
  readonly newQuestion?: EditedQuestion | undefined
  readonly rules: {
    readonly increment: number
    readonly before: number
    readonly after: number
    readonly notice: number
    readonly perDay: string
    readonly perWeek: string
    readonly window: { readonly type: string; readonly days: string; readonly from: string; readonly until: string }
  }
  readonly redirect: string
  readonly nameFormat: string
  readonly reminders: readonly number[]
  readonly questions: readonly EditedQuestion[]
  readonly hosts: readonly EditedHost[]
  readonly permitted: readonly Option[]
  readonly schedule: string
}

/** What the fields of the editor offer. */
export interface EditorChoices {
  readonly lengths: readonly Option[]
  readonly schedules: readonly Option[]
  readonly ahead: readonly Option[]
  readonly aheadValue: string
  readonly notice: readonly Option[]
  readonly buffers: readonly Option[]
  readonly increments: readonly Option[]
  readonly reminders: readonly Option[]
  readonly languages: readonly Option[]
  readonly colors: readonly NamedColor[]
  /** Members who are no hosts yet, and members without permission yet. */
  readonly newHosts: readonly Option[]
  readonly newCopies: readonly Option[]
  readonly newPermitted: readonly Option[]
}

/** What a closed section says about its contents, by its name. */
export type Summaries = Readonly<
  Record<'link' | 'around' | 'copies' | 'window' | 'questions' | 'hosts' | 'mails' | 'after' | 'rights', string>
>

/** What the editor of an event type shows. */
export interface EditorProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly saveWords: string
  readonly savedWords: string
  readonly type: EditedType
  /** Its page as guests see it, or will. */
  readonly preview: string
  readonly choices: EditorChoices
  readonly summaries: Summaries
  readonly mayChange: boolean
  /** Its owner is still in the organization. */
  readonly hasOwner: boolean
  readonly isAdmin: boolean
  readonly errors: Readonly<Record<string, string>>
}
