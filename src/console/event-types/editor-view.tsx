import { idOf } from '#contract/wire.ts'
import { filled } from '#ui/format.ts'
import { FormAlert, SavedSign, Switch } from '#ui/forms.tsx'
import { CopyIcon, Dot, LockIcon, ShareIcon } from '#ui/icons.tsx'
import { BackLink } from '#ui/page-head.tsx'
import type { EditorProps } from './editor-props.ts'
import { LocationList } from './location-list.tsx'
import { Sections } from './sections.tsx'
import { SettingsForm } from './setting-field.tsx'
import type { Setting } from './settings.tsx'

const whyFixed = ({ texts, setup }: EditorProps): string => {
  if (!setup.has_owner) return texts.ownerLeftHint
  const { admin_managed: isManaged, profile } = setup.event_type
  return isManaged ? texts.managed : filled(texts.ofOwner, { name: profile.name })
}

/** An event type: its settings, and its page as invitees see it. */
export const Editor = (props: EditorProps) => {
  const { texts, token, setup, path, preview } = props
  const { event_type: type, template } = setup
  const mayChange = setup.may_change && setup.has_owner
  return (
    <div class="editor">
      <div class="editor-main">
        <BackLink href="/app">{texts.title}</BackLink>
        <div class="head">
          <Dot color={type.color} />
          <h1 id="type-name">{type.name}</h1>
          <SavedSign text={props.savedText} />
          {mayChange && (
            <span class="row tight">
              <Switch
                token={token}
                action={`${path}/switch?from=editor`}
                name="active"
                isOn={type.active}
                label={texts.on}
              />
              <span aria-hidden="true">{type.active ? texts.on : texts.off}</span>
            </span>
          )}
          {setup.has_owner && (
            <>
              <a class="button second" href={`${path}?share=1`} id="share-open">
                <ShareIcon />
                {texts.share}
              </a>
              <button type="button" data-copy={type.scheduling_url}>
                <CopyIcon />
                <span>{texts.copyLink}</span>
              </button>
            </>
          )}
          <a class="button second preview-link" href={preview} target="_blank" rel="noreferrer">
            {texts.openPreview}
          </a>
        </div>
        {template !== null && (
          <p class="note">
            <LockIcon /> {texts.assigned.isManaged} <a href={`/app/types/${idOf(template)}`}>{template.name}</a>
          </p>
        )}
        <p class="hint">
          <a href={`/app/availability?${new URLSearchParams({ why: 'yes', type: props.id })}`}>{texts.why}</a>
        </p>
        {mayChange ? (
          <EditorFields {...props} />
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

const EditorFields = (props: EditorProps) => {
  const { texts, token, path, errors, saveText, settings } = props
  const form = { view: props, errors, token, action: path, saveText }
  const inSection = (section: Setting['section']): readonly Setting[] =>
    settings.filter((setting) => setting.section === section)
  return (
    <>
      <FormAlert>{errors.base}</FormAlert>
      <h2>{texts.details}</h2>
      <SettingsForm {...form} id="about-form" settings={inSection('about')} />
      <LocationList {...props} />
      <SettingsForm {...form} settings={inSection('appearance')} />
      <h2>{texts.availability}</h2>
      <SettingsForm {...form} id="when-form" class="fields three" settings={inSection('when')} />
      <h2>{texts.more}</h2>
      <Sections {...props} />
    </>
  )
}
