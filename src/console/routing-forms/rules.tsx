import { Form, SelectField, TextField } from '#ui/forms.tsx'
import type { EditedDestination, EditedQuestion, EditedRule, EditorProps, Operator } from './edited-form.ts'
import { Refusal, refusedAt, Wrong } from './refusal.tsx'
import { RowActions } from './row-actions.tsx'

/** The rules as sentences; each unfolds for editing. */
export const Rules = (props: EditorProps) => {
  const { texts, token, form, eventTypes } = props
  const path = `/app/forms/${form.id}`
  return (
    <section class="part">
      <h2>{texts.rules.title}</h2>
      <p class="soft">{form.rules.length === 0 ? texts.rules.none : texts.rules.hint}</p>
      <Refusal refused={props.refused} part="rules" />
      {form.rules.map((rule, at) => (
        <details
          key={rule.key}
          class="fold rule"
          id={`rule-${rule.key}`}
          open={refusedAt(props.refused, 'rules', `rules[${at}]`) !== undefined}
        >
          <summary>
            <span>{rule.text}</span>
          </summary>
          <Form token={token} action={`${path}/rules/${rule.key}`} class="fold-body" swaps>
            <RuleFields {...props} id={`rule-${at}`} at={at} rule={rule} />
            <RowActions
              save={texts.save}
              up={at > 0 ? texts.rules.up : undefined}
              remove={texts.rules.remove}
              of={rule.text}
              next="add-rule"
            />
          </Form>
        </details>
      ))}
      {form.questions.length > 0 && (
        <details class="fold" id="new-rule" open={props.newRule !== undefined || undefined}>
          <summary id="add-rule">
            <b>{texts.rules.add}</b>
          </summary>
          <Form token={token} action={`${path}/rules`} class="fold-body" swaps next="add-rule">
            <RuleFields {...props} id="new-rule" at={form.rules.length} rule={props.newRule} />
            <button type="submit" class="second">
              {texts.rules.add}
            </button>
          </Form>
        </details>
      )}
      <details class="fold rule" id="fallback" open={props.refused?.part === 'fallback' || undefined}>
        <summary>
          <span>{form.otherwise}</span>
        </summary>
        <Form token={token} action={`${path}/fallback`} class="fold-body" swaps>
          <Refusal refused={props.refused} part="fallback" />
          <DestinationFields texts={texts} eventTypes={eventTypes} id="fallback" destination={form.fallback} />
          <button type="submit" class="second" aria-label={`${texts.save}: ${texts.rules.fallback}`}>
            {texts.save}
          </button>
        </Form>
      </details>
    </section>
  )
}

/** The conditions of a rule, and an empty one to add. */
const RuleFields = (
  props: EditorProps & {
    readonly id: string
    readonly at: number
    readonly rule: Omit<EditedRule, 'text' | 'key'> | undefined
  },
) => {
  const { texts, form, id, rule, eventTypes } = props
  const wrongAt = (field: string): string | undefined =>
    refusedAt(props.refused, 'rules', `rules[${props.at}].${field}`)
  const rows = [...(rule?.conditions ?? []), undefined]
  return (
    <>
      {rows.map((condition, at) => (
        <ConditionFields
          key={at}
          {...props}
          id={`${id}-${at}`}
          at={at}
          condition={condition}
          // A new rule may be about any question. The script copies the choices when a question is selected.
          choicesOf={form.questions.filter(
            ({ uuid, answer_choices }) =>
              answer_choices.length > 0 && (uuid === condition?.question || (id === 'new-rule' && at === 0)),
          )}
          wrong={wrongAt(rows.length === 1 ? 'conditions' : `conditions[${at}]`)}
        />
      ))}
      {rows.length > 1 && (
        <div class="field">
          <label for={`${id}-match`}>{texts.rules.match}</label>
          <select id={`${id}-match`} name="match">
            {(['all', 'any'] as const).map((match) => (
              <option key={match} value={match} selected={match === rule?.match}>
                {texts.rules[match]}
              </option>
            ))}
          </select>
        </div>
      )}
      <DestinationFields texts={texts} eventTypes={eventTypes} id={id} destination={rule?.destination} />
      <Wrong id={`${id}-destination-wrong`} text={wrongAt('destination')} />
    </>
  )
}

interface ConditionProps extends EditorProps {
  readonly id: string
  readonly at: number
  readonly condition: EditedRule['conditions'][number] | undefined
  /** The questions whose choices are shown as checkboxes. */
  readonly choicesOf: readonly EditedQuestion[]
  readonly wrong: string | undefined
}

/** Operators for questions with a typed answer. */
const textOperators: readonly Operator[] = ['contains', 'does_not_contain', 'starts_with', 'ends_with']

const ConditionFields = ({ texts: { rules: texts }, form, id, at, condition, choicesOf, wrong }: ConditionProps) => {
  const own = choicesOf.find(({ uuid }) => uuid === condition?.question)?.answer_choices
  const typed = condition?.values.filter((value) => !own?.includes(value)) ?? []
  const isWrongChoice = wrong !== undefined && own !== undefined && typed.length === 0
  return (
    <div class="condition" data-at={at}>
      <div class="field">
        <label for={`${id}-question`}>{texts.question}</label>
        <select id={`${id}-question`} name="question">
          {!(at === 0 && condition === undefined) && <option value="">{texts.noCondition}</option>}
          {form.questions.map(({ uuid, name }) => (
            <option key={uuid} value={uuid} selected={uuid === condition?.question}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-operator`}>{texts.operator}</label>
        <select id={`${id}-operator`} name="operator">
          {(Object.keys(texts.operators) as Operator[]).map((operator) => (
            <option
              key={operator}
              value={operator}
              selected={operator === condition?.operator}
              data-for-text={textOperators.includes(operator) ? '' : undefined}
            >
              {texts.operators[operator]}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        {choicesOf.map(({ uuid, name, answer_choices }) => (
          <fieldset key={uuid} data-choices={uuid} aria-describedby={`${id}-wrong`}>
            <legend>{name}</legend>
            {answer_choices.map((choice, index) => (
              <label key={choice} class="choice">
                <input
                  type="checkbox"
                  name={`choice-${at}-${uuid}`}
                  value={choice}
                  checked={uuid === condition?.question && condition.values.includes(choice)}
                  aria-invalid={(isWrongChoice && uuid === condition?.question && index === 0) || undefined}
                />
                <span>{choice}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <div class="typed-values">
          <label for={`${id}-values`}>{texts.values}</label>
          <textarea
            id={`${id}-values`}
            name="values"
            rows={1}
            aria-describedby={`${id}-wrong ${id}-hint`}
            aria-invalid={(wrong !== undefined && !isWrongChoice) || undefined}
          >
            {typed.join('\n')}
          </textarea>
          <p class="hint" id={`${id}-hint`}>
            {texts.valuesHint}
          </p>
        </div>
        <Wrong id={`${id}-wrong`} text={wrong} />
      </div>
    </div>
  )
}

interface DestinationProps {
  readonly texts: EditorProps['texts']
  readonly eventTypes: EditorProps['eventTypes']
  readonly id: string
  readonly destination: EditedDestination | undefined
}

const DestinationFields = ({ texts: { rules: texts }, eventTypes, id, destination }: DestinationProps) => {
  // Another event type selected in its place would be saved with the next change of the rule.
  const isGone = destination?.type === 'event_type' && !eventTypes.some(({ id: one }) => one === destination.value)
  const message = destination?.type === 'custom_message' ? destination.value : undefined
  return (
    <div class="destination">
      <SelectField
        {...{
          id: `${id}-to`,
          name: 'to',
          class: 'to-kind',
          label: texts.destination,
          value: destination?.type ?? 'event_type',
        }}
        options={(['event_type', 'external_url', 'custom_message'] as const).map((type) => ({
          value: type,
          label: texts.destinations[type],
        }))}
      />
      <SelectField
        {...{ id: `${id}-type`, name: 'event_type', label: texts.eventType, class: 'for-event_type' }}
        value={destination?.type === 'event_type' ? destination.value : ''}
        options={[
          ...(isGone ? [{ value: destination.value, label: texts.gone }] : []),
          ...eventTypes.map((type) => ({ value: type.id, label: type.name })),
        ]}
      />
      <TextField
        {...{ id: `${id}-url`, name: 'url', type: 'url', label: texts.url, class: 'for-external_url' }}
        {...{ placeholder: 'https://', value: destination?.type === 'external_url' ? destination.value : '' }}
      />
      <TextField
        {...{ id: `${id}-headline`, name: 'headline', label: texts.headline, class: 'for-custom_message' }}
        {...{ maxLength: 255, value: message?.headline }}
      />
      <TextField
        {...{ id: `${id}-body`, name: 'body', label: texts.body, class: 'for-custom_message' }}
        {...{ rows: 3, value: message?.body }}
      />
    </div>
  )
}
