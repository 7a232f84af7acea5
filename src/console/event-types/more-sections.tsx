import type { ComponentChildren } from 'preact'
import { Field, Form, SaveButton, SelectField, TextField } from '#ui/forms.tsx'
import type { EditorProps } from './edited-type.ts'
import { CopySection, HostSection, RightsSection } from './people.tsx'
import { QuestionList, questionError } from './question-list.tsx'

interface FoldProps {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly isWrong: boolean
  readonly children: ComponentChildren
}

/** A section that says what is in it while it is closed. It is open where something in it was refused. */
const Fold = ({ name, title, summary, isWrong, children }: FoldProps) => (
  <details class="fold" id={`more-${name}`} open={isWrong || undefined}>
    <summary>
      <b>{title}</b>
      <span id={`sum-${name}`}>{summary}</span>
    </summary>
    <div class="fold-body">{children}</div>
  </details>
)

/** Everything that few need to change. */
export const MoreSections = (props: EditorProps & { readonly path: string }) => {
  const { texts, token, type, choices, summaries, errors, path, saveWords } = props
  const form = { token, action: path, savesFields: true }
  const isWrong = (...parameters: readonly string[]): boolean =>
    Object.keys(errors).some((refused) => parameters.some((parameter) => refused.startsWith(parameter)))
  return (
    <>
      <Fold name="link" title={texts.link} summary={summaries.link} isWrong={isWrong('slug')}>
        <Form {...form}>
          <TextField
            name="slug"
            label={texts.slug}
            value={type.slug}
            hint={texts.slugHint}
            wrong={errors.slug}
            maxLength={60}
            refreshes
          />
          <Checkbox name="secret" label={texts.secretField} isChecked={type.isSecret} />
          <SaveButton words={saveWords} />
        </Form>
      </Fold>
      <Fold
        name="around"
        title={texts.around}
        summary={summaries.around}
        isWrong={isWrong('scheduling_rules.max_per_')}
      >
        <Form {...form} class="fields">
          <SelectField
            name="buffer_before"
            label={texts.before}
            value={String(type.rules.before)}
            options={choices.buffers}
          />
          <SelectField
            name="buffer_after"
            label={texts.after}
            value={String(type.rules.after)}
            options={choices.buffers}
          />
          <SelectField
            name="increment"
            label={texts.every}
            value={String(type.rules.increment)}
            options={choices.increments}
          />
          <span />
          <TextField
            name="max_per_day"
            type="number"
            label={texts.perDay}
            value={type.rules.perDay}
            hint={texts.limitHint}
            wrong={errors['scheduling_rules.max_per_day']}
          />
          <TextField
            name="max_per_week"
            type="number"
            label={texts.perWeek}
            value={type.rules.perWeek}
            hint={texts.limitHint}
            wrong={errors['scheduling_rules.max_per_week']}
          />
          <SaveButton words={saveWords} />
        </Form>
      </Fold>
      <Fold name="window" title={texts.window} summary={summaries.window} isWrong={isWrong(windowRule)}>
        <WindowFields {...props} />
      </Fold>
      <Fold
        name="questions"
        title={texts.questions}
        summary={summaries.questions}
        isWrong={isWrong('custom_questions', questionError(''))}
      >
        <Form {...form}>
          <SelectField
            name="name_format"
            label={texts.nameFormat}
            value={type.nameFormat}
            options={Object.entries(texts.nameFormats).map(([value, label]) => ({ value, label }))}
          />
          <SaveButton words={saveWords} />
        </Form>
        <QuestionList
          texts={texts}
          token={token}
          path={path}
          questions={type.questions}
          newQuestion={type.newQuestion}
          errors={errors}
        />
      </Fold>
      {(type.kind === 'collective' || type.kind === 'round_robin') && (
        <Fold name="hosts" title={texts.hosts} summary={summaries.hosts} isWrong={isWrong('hosts')}>
          <HostSection {...props} />
        </Fold>
      )}
      <Fold name="mails" title={texts.mails} summary={summaries.mails} isWrong={isWrong('reminders')}>
        <Form {...form}>
          <Field name="reminders" label={texts.reminders} isGroup>
            <div class="row">
              {choices.reminders.map(({ value, label }) => (
                <label key={value} class="pick">
                  <input
                    type="checkbox"
                    name="reminders"
                    value={value}
                    checked={type.reminders.includes(Number(value))}
                  />
                  {label}
                </label>
              ))}
            </div>
          </Field>
          <SaveButton words={saveWords} />
        </Form>
      </Fold>
      <Fold name="after" title={texts.afterBooking} summary={summaries.after} isWrong={isWrong('redirect_url')}>
        <Form {...form}>
          <TextField
            name="redirect_url"
            type="url"
            label={texts.redirect}
            value={type.redirect}
            hint={texts.redirectHint}
            wrong={errors.redirect_url}
          />
          <SelectField name="locale" label={texts.language} value={type.locale} options={choices.languages} />
          <SaveButton words={saveWords} />
        </Form>
      </Fold>
      <Fold
        name="rights"
        title={texts.rights}
        summary={summaries.rights}
        isWrong={isWrong('internal_note', 'permissions')}
      >
        <Form {...form}>
          {props.isAdmin && <Checkbox name="admin_managed" label={texts.managedField} isChecked={type.isManaged} />}
          <TextField
            name="internal_note"
            label={texts.note}
            value={type.note}
            hint={texts.noteHint}
            wrong={errors.internal_note}
          />
          <SaveButton words={saveWords} />
        </Form>
        <RightsSection {...props} />
      </Fold>
      {type.copies !== undefined && (
        <Fold name="copies" title={texts.copies.title} summary={summaries.copies} isWrong={isWrong('copies')}>
          <CopySection {...props} />
        </Fold>
      )}
    </>
  )
}

const Checkbox = ({
  name,
  label,
  isChecked,
}: {
  readonly name: string
  readonly label: string
  readonly isChecked: boolean
}) => (
  <div class="field" data-field={name}>
    <label class="choice">
      <input type="checkbox" id={name} name={name} value="true" checked={isChecked} />
      <span>{label}</span>
    </label>
    <input type="hidden" name="fields" value={name} />
    <p class="wrong" hidden />
  </div>
)

const windowRule = 'scheduling_rules.booking_window'

const WindowFields = ({ texts, token, path, type, errors, saveWords }: EditorProps & { readonly path: string }) => {
  const { window } = type.rules
  return (
    <Form token={token} action={path} savesFields>
      <Field
        name={['window_type', 'window_days', 'window_from', 'window_until']}
        label={texts.window}
        isGroup
        wrong={Object.entries(errors).find(([refused]) => refused.startsWith(windowRule))?.[1]}
      >
        <div class="fields">
          {Object.entries(texts.windowTypes).map(([value, label]) => (
            <label key={value} class="choice">
              <input type="radio" name="window_type" value={value} checked={value === window.type} />
              <span>{label}</span>
            </label>
          ))}
          <label class="by-days">
            {texts.windowDays}
            <input type="number" name="window_days" min={1} max={3650} value={window.days} />
          </label>
          <label class="by-dates">
            {texts.from}
            <input type="date" name="window_from" value={window.from} />
          </label>
          <label class="by-dates">
            {texts.until}
            <input type="date" name="window_until" value={window.until} />
          </label>
        </div>
      </Field>
      <SaveButton words={saveWords} />
    </Form>
  )
}
