import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import { FieldError, Form, FormButton, SavedSign } from '#ui/forms.tsx'
import { DotsIcon, PlusIcon } from '#ui/icons.tsx'
import type { AvailabilityTexts } from '../../../languages/console/availability.ts'
import { Dates, type DatesProps } from './dates.tsx'
import { type HoursData, HoursForm } from './hours-form.tsx'
import { GlobeIcon, QuestionIcon } from './icons.tsx'

export interface AvailabilityPageProps {
  readonly texts: AvailabilityTexts
  readonly savedText: string
  readonly token: string
  /** Where this schedule is; its forms are sent below it. */
  readonly path: string
  readonly schedules: readonly { readonly name: string; readonly href: string; readonly isShown: boolean }[]
  /** Whose it is, when it is somebody else's. */
  readonly person: string | undefined
  readonly createPath: string
  readonly schedule: {
    readonly name: string
    readonly isDefault: boolean
    readonly zone: string
    readonly city: string
    readonly usedBy: string
  }
  /** What was typed as a name, and why it cannot be one. */
  readonly wrongNew: WrongName | undefined
  readonly wrongName: WrongName | undefined
  readonly zones: readonly { readonly value: string; readonly label: string }[]
  readonly hours: HoursData
  readonly dates: Omit<DatesProps, 'texts' | 'token' | 'path'>
  readonly whyHref: string
  readonly isAsking: boolean
}

export const AvailabilityPage = (props: AvailabilityPageProps) => {
  const { texts, token, path, schedule, hours } = props
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
        <SavedSign text={props.savedText} />
        <a class="button second" href={props.whyHref} aria-expanded={props.isAsking ? 'true' : 'false'}>
          <QuestionIcon />
          {texts.whyButton}
        </a>
      </div>
      {props.person !== undefined && <p class="note">{filled(texts.ofPerson, { name: props.person })}</p>}
      <div class="tab-row">
        <nav class="tabs" aria-label={texts.schedules}>
          {props.schedules.map(({ name, href, isShown }) => (
            <a key={href} href={href} aria-current={isShown ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <Menu name="new" label={texts.newSchedule} icon={<PlusIcon />} isOpen={props.wrongNew !== undefined}>
          <Form token={token} action={props.createPath} swaps>
            <NameField id="new-name" label={texts.name} value="" wrong={props.wrongNew} />
            <button type="submit" class="sm">
              {texts.create}
            </button>
          </Form>
        </Menu>
      </div>
      <div class="facts-row">
        <p class="facts">{schedule.usedBy}</p>
        <Menu name="zone" label={schedule.city} icon={<GlobeIcon />}>
          <Form token={token} action={`${path}/zone`} swaps>
            <label for="timezone">{texts.zone}</label>
            <select id="timezone" name="timezone">
              {props.zones.map(({ value, label }) => (
                <option key={value} value={value} selected={value === schedule.zone}>
                  {label}
                </option>
              ))}
            </select>
            <button type="submit" class="sm">
              {texts.saveZone}
            </button>
          </Form>
        </Menu>
        <ScheduleMenu {...props} />
      </div>
      <div id="hours">
        <HoursForm data={hours} week={hours.week} />
      </div>
      <script
        type="application/json"
        id="hours-data"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(hours).replaceAll('<', '\\u003c') }}
      />
      <Dates texts={texts.dates} token={token} path={path} {...props.dates} />
    </>
  )
}

interface MenuProps {
  readonly name: string
  readonly label: string
  readonly icon: ComponentChildren
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** A button that opens a few fields. */
const Menu = ({ name, label, icon, isOpen = false, children }: MenuProps) => (
  <details class="menu fields-menu" data-menu={name} open={isOpen}>
    <summary class="button plain sm">
      {icon}
      {label}
    </summary>
    <div class="menu-body">{children}</div>
  </details>
)

interface WrongName {
  readonly typed: string
  readonly text: string
}

interface NameFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly wrong: WrongName | undefined
}

const NameField = ({ id, label, value, wrong }: NameFieldProps) => (
  <>
    <label for={id}>{label}</label>
    <input
      id={id}
      name="name"
      type="text"
      value={wrong?.typed ?? value}
      required
      maxLength={255}
      autocomplete="off"
      aria-describedby={`${id}-wrong`}
      aria-invalid={wrong !== undefined || undefined}
    />
    <FieldError id={id}>{wrong?.text}</FieldError>
  </>
)

const ScheduleMenu = ({ texts, token, path, schedule, wrongName }: AvailabilityPageProps) => (
  <details class="menu fields-menu" data-menu="schedule" open={wrongName !== undefined}>
    <summary class="icon-only" aria-label={texts.more}>
      <DotsIcon />
    </summary>
    <div class="menu-body">
      <Form token={token} action={`${path}/name`} swaps>
        <NameField id="schedule-name" label={texts.name} value={schedule.name} wrong={wrongName} />
        <button type="submit" class="sm">
          {texts.rename}
        </button>
      </Form>
      {!schedule.isDefault && (
        <>
          <FormButton token={token} action={`${path}/default`} swaps button="second sm">
            {texts.makeDefault}
          </FormButton>
          <FormButton token={token} action={`${path}/delete`} swaps button="danger sm">
            {texts.remove}
          </FormButton>
        </>
      )}
    </div>
  </details>
)
