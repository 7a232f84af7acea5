import type { RoutingFormsTexts } from '../../../languages/console/routing-forms.ts'

export type QuestionKind = keyof RoutingFormsTexts['questions']['types']
export type Operator = keyof RoutingFormsTexts['rules']['operators']

export interface EditedQuestion {
  readonly uuid: string
  readonly name: string
  readonly type: QuestionKind
  readonly required: boolean
  readonly answer_choices: readonly string[]
}

/** An event type is its id. */
export type EditedDestination =
  | { readonly type: 'event_type' | 'external_url'; readonly value: string }
  | { readonly type: 'custom_message'; readonly value: { readonly headline: string; readonly body: string } }

export interface EditedRule {
  readonly match: 'all' | 'any'
  readonly conditions: readonly {
    readonly question: string
    readonly operator: Operator
    readonly values: readonly string[]
  }[]
  readonly destination: EditedDestination
  /** The rule in plain words. */
  readonly text: string
  /** Identifies the rule. */
  readonly key: string
}

export interface EditedForm {
  readonly id: string
  readonly name: string
  readonly status: 'draft' | 'published'
  readonly address: string
  readonly questions: readonly EditedQuestion[]
  readonly rules: readonly EditedRule[]
  readonly fallback: EditedDestination
  /** The fallback as a sentence. */
  readonly otherwise: string
}

export interface EditorProps {
  readonly texts: RoutingFormsTexts
  readonly token: string
  readonly form: EditedForm
  readonly eventTypes: readonly { readonly id: string; readonly name: string }[]
  /** Why a part was refused, by the parameter of the operation. */
  readonly refused: { readonly part: string; readonly errors: Readonly<Record<string, string>> } | undefined
  /** A refused new question or rule, as it was submitted. */
  readonly newQuestion: Omit<EditedQuestion, 'uuid'> | undefined
  readonly newRule: Omit<EditedRule, 'text' | 'key'> | undefined
  /** The answers of the test, by the ID of the question. */
  readonly answers: Readonly<Record<string, string>>
  /** The destination of the test. */
  readonly outcome: string | undefined
}
