import { filled } from '#ui/format.ts'
import { describedBy, Field, Form, SaveButton, SavedSign, SelectField, Switch, TextField } from '#ui/forms.tsx'
import { CopyIcon, Dot, LeftIcon, LockIcon, ShareIcon } from '#ui/icons.tsx'
import { type NamedColor, Swatch } from '#ui/swatch.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditorProps } from './edited-type.ts'
import { LengthFields } from './length-fields.tsx'
import { MoreSections } from './more-sections.tsx'
import { PlaceList } from './place-list.tsx'

const whyFixed = ({ texts, type, hasOwner }: EditorProps): string => {
  if (!hasOwner) return texts.ownerLeftHint
  return type.isManaged ? texts.managed : filled(texts.ofOwner, { name: type.ownerName })
}

/** An event type: change it, and see it as guests do. */
export const Editor = (props: EditorProps) => {
  const { texts, token, type, mayChange, preview } = props
  const path = `/app/types/${type.id}`
  return (
    <div class="editor">
      <div class="editor-main">
        <a class="back" href="/app">
          <LeftIcon />
          {texts.title}
        </a>
        <div class="head">
          <Dot color={`#${type.color}`} />
          <h1 id="type-name">{type.name}</h1>
          <SavedSign words={props.savedWords} />
          {mayChange && (
            <span class="row tight">
              <Switch
                token={token}
                action={`${path}/switch?from=editor`}
                name="active"
                isOn={type.isActive}
                label={texts.on}
              />
              <span aria-hidden="true">{type.isActive ? texts.on : texts.off}</span>
            </span>
          )}
          {props.hasOwner && (
            <>
              <a class="button second" href={`${path}?share=1`} id="share-open">
                <ShareIcon />
                {texts.share}
              </a>
              <button type="button" data-copy={type.address}>
                <CopyIcon />
                <span>{texts.copyLink}</span>
              </button>
            </>
          )}
          <a class="button second preview-link" href={preview} target="_blank" rel="noreferrer">
            {texts.openPreview}
          </a>
        </div>
        {type.template !== undefined && (
          <p class="note">
            <LockIcon /> {texts.copies.isCopy} <a href={type.template.href}>{type.template.name}</a>
          </p>
        )}
        <p class="hint">
          <a href={`/app/availability?${new URLSearchParams({ why: 'yes', type: type.id })}`}>{texts.why}</a>
        </p>
        {mayChange ? (
          <EditorFields {...props} path={path} />
        ) : (
          <p class="note warn">
            <LockIcon />
            {whyFixed(props)}
          </p>
        )}
      </div>
      <aside class="preview" aria-label={texts.preview}>
        <h2>{texts.preview}</h2>
        <iframe id="preview" title={texts.preview} src={preview} inert loading="lazy" />
      </aside>
    </div>
  )
}

const EditorFields = (props: EditorProps & { readonly path: string }) => {
  const { texts, token, type, choices, errors, path } = props
  return (
    <>
      <Form token={token} action={path} savesFields id="about-form">
        <h2>{texts.whatItIs}</h2>
        <TextField name="name" label={texts.name} value={type.name} maxLength={55} wrong={errors.name} />
        <LengthFields
          texts={texts}
          type={type}
          lengths={choices.lengths}
          wrong={errors.duration_options ?? errors.duration}
        />
        {type.kind === 'group' && (
          <TextField
            name="seats"
            label={texts.seatsField}
            type="number"
            value={String(type.seats)}
            wrong={errors.seats}
            class="short"
          />
        )}
        <SaveButton words={props.saveWords} />
      </Form>
      <PlaceList
        texts={texts}
        token={token}
        path={path}
        places={type.places}
        newPlace={type.newPlace}
        wrong={errors.locations}
      />
      <Form token={token} action={path} savesFields id="words-form">
        <Field name="description" label={texts.about} wrong={errors.description}>
          <textarea id="description" name="description" rows={3} aria-describedby={describedBy('description')}>
            {type.description}
          </textarea>
        </Field>
        <ColorField texts={texts} color={type.color} colors={choices.colors} />
        <h2>{texts.when}</h2>
        <div class="fields three">
          <SelectField
            name="schedule"
            label={texts.useHours}
            value={type.schedule}
            options={choices.schedules}
            wrong={errors.schedule}
          />
          <SelectField name="ahead" label={texts.ahead} value={choices.aheadValue} options={choices.ahead} />
          <SelectField name="notice" label={texts.notice} value={String(type.rules.notice)} options={choices.notice} />
        </div>
        <SaveButton words={props.saveWords} />
      </Form>
      <h2>{texts.more}</h2>
      <MoreSections {...props} />
    </>
  )
}

const ColorField = ({
  texts,
  color,
  colors,
}: {
  readonly texts: EventTypesTexts
  readonly color: string
  readonly colors: readonly NamedColor[]
}) => (
  <Field name="color" label={texts.color} isGroup>
    <div class="row">
      {colors.map((one) => (
        <Swatch key={one.color} {...one} isChosen={one.color === `#${color}`} />
      ))}
    </div>
  </Field>
)
