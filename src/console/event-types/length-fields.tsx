import { Field, type Option, Select } from '#ui/forms.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditedType } from './edited-type.ts'

interface LengthFieldsProps {
  readonly texts: EventTypesTexts
  readonly type: EditedType
  readonly lengths: readonly Option[]
  readonly wrong: string | undefined
}

/** How long it takes: one length, or several of which guests choose one. */
export const LengthFields = ({ texts, type, lengths, wrong }: LengthFieldsProps) => {
  const chosen = lengths.filter(({ value }) => type.durations.includes(Number(value)))
  return (
    <Field
      name={['durations', 'other_duration', 'first_duration']}
      label={texts.howLong}
      isGroup
      refreshes
      wrong={wrong}
      hint={chosen.length > 1 ? texts.guestsChoose : undefined}
    >
      <div class="row">
        {lengths.map(({ value, label }) => (
          <label key={value} class="pick">
            <input type="checkbox" name="durations" value={value} checked={type.durations.includes(Number(value))} />
            {label}
          </label>
        ))}
        <label class="inline-label">
          <span class="unseen">{texts.otherLength}</span>
          <input
            type="number"
            name="other_duration"
            value={type.otherDuration}
            min={1}
            max={720}
            class="tiny"
            placeholder="+"
            title={texts.otherLength}
          />
        </label>
      </div>
      {chosen.length > 1 && (
        <p class="inline-field">
          <label for="first_duration">{texts.firstChoice}</label>
          <Select name="first_duration" value={String(type.duration)} options={chosen} />
        </p>
      )}
    </Field>
  )
}
