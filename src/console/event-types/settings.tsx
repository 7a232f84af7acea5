import type { z } from 'zod'
import { currencies, formatMoney, minorOf } from '#contract/money.ts'
import type { configureEventType, getEventTypeSetup } from '#event-types/index.ts'
import { FormError } from '#pages/errors.ts'
import { filled } from '#ui/format.ts'
import { Choice, type Option, optionsOf, Select } from '#ui/forms.tsx'
import { type NamedColor, Swatch } from '#ui/swatch.tsx'
import { languageOf, languages } from '../../../languages/all.ts'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { Language } from '../../../languages/language.ts'
import { colorChoices } from '../colors.ts'
import { dateRangeOf, daysOf, spanOf } from './texts.ts'

export type EventTypeSetup = z.output<typeof getEventTypeSetup.output>
type EventType = EventTypeSetup['event_type']

/** Changes to an event type; the schedule of its owner is changed by an operation of its own. */
export type Changes = Omit<z.input<typeof configureEventType.input>, 'uuid'> & { readonly schedule?: string }
type Rules = NonNullable<Changes['scheduling_rules']>
type Form = Pick<URLSearchParams, 'get' | 'getAll'>

/** What the inputs of a form hold, by their names. */
export type FormValues = Readonly<Record<string, readonly string[]>>

/** What controls and summaries are made from. */
export interface SettingsView {
  readonly texts: EventTypesTexts
  readonly language: Language
  readonly values: FormValues
  /** Schedules to choose from. */
  readonly schedules: readonly Option[]
}

type Control =
  | { readonly kind: 'text' | 'url' | 'number'; readonly maxLength?: number; readonly class?: string }
  | { readonly kind: 'textarea' | 'checkbox' }
  | { readonly kind: 'select' | 'checkboxes'; readonly options: (view: SettingsView) => readonly Option[] }
  | { readonly kind: 'group'; readonly Inputs: (view: SettingsView) => preact.JSX.Element }

/** A setting of event types as the console knows it. Forms, bulk editing and summaries are made from these. */
export interface Setting {
  /** The name of its first input. */
  readonly name: string
  /** Further inputs that are saved together with the first. */
  readonly inputs?: readonly string[]
  readonly section:
    | 'about'
    | 'appearance'
    | 'when'
    | 'link'
    | 'limits'
    | 'window'
    | 'rules'
    | 'questions'
    | 'emails'
    | 'after'
    | 'rights'
  readonly label: (texts: EventTypesTexts) => string
  readonly hint?: (view: SettingsView) => string | undefined
  readonly control: Control
  /** Parameters of the operation whose errors are shown at this setting; also their parts. */
  readonly parameters: readonly string[]
  readonly read: (setup: EventTypeSetup) => FormValues
  readonly write: (form: Form, type: EventType, texts: EventTypesTexts) => Changes
  /** What the closed section says about it. */
  readonly summary?: (view: SettingsView, setup: EventTypeSetup) => string | undefined
  readonly isShown?: (setup: EventTypeSetup, isAdmin: boolean) => boolean
  /** The page is rendered again after saving, because other parts of it depend on the value. */
  readonly refreshes?: boolean
  /** Can be changed for several event types at once. Only for selects. */
  readonly inBulk?: boolean
}

type Declared = Pick<Setting, 'section' | 'label' | 'control'> & Partial<Setting>

/** Text that is no number is left to the operation, whose error names it. */
const numberOr = (text: string | null): number => (text?.trim() ? Number(text) : Number.NaN)
const nullIfEmpty = (text: string | null): string | null => (text?.trim() ? text.trim() : null)
const textOf = (value: unknown): readonly string[] => [value === null || value === undefined ? '' : String(value)]

/** The first value of an input. */
const valueIn = ({ values }: Pick<SettingsView, 'values'>, name: string): string => values[name]?.[0] ?? ''

/** A setting that has the same name in forms, requests, and the resource. */
const plain = (
  name: 'name' | 'slug' | 'color' | 'name_format' | 'internal_note' | 'redirect_url',
  { isNullable = false, ...declared }: Declared & { readonly isNullable?: boolean },
): Setting => ({
  name,
  parameters: [name],
  read: ({ event_type: type }) => ({ [name]: textOf(type[name]) }),
  write: (form) => ({ [name]: isNullable ? nullIfEmpty(form.get(name)) : (form.get(name) ?? '') }),
  ...declared,
})

const checkbox = (name: 'secret' | 'admin_managed', declared: Omit<Declared, 'control'>): Setting => ({
  name,
  parameters: [name],
  control: { kind: 'checkbox' },
  read: ({ event_type: type }) => ({ [name]: textOf(type[name]) }),
  write: (form) => ({ [name]: form.get(name) === 'true' }),
  ...declared,
})

/** A number among the scheduling rules. */
const rule = (
  name: Exclude<keyof Rules, 'booking_window'>,
  { isNullable = false, ...declared }: Declared & { readonly isNullable?: boolean },
): Setting => ({
  name,
  parameters: [`scheduling_rules.${name}`],
  read: ({ event_type: type }) => ({ [name]: textOf(type.scheduling_rules[name]) }),
  write: (form) => ({
    scheduling_rules: { [name]: isNullable && !form.get(name)?.trim() ? null : numberOr(form.get(name)) },
  }),
  ...declared,
})

/** The usual values, and those that are set. */
const withCurrent = (usual: readonly number[], current: readonly string[] = []): number[] =>
  [...new Set([...usual, ...current.filter((text) => text.trim() !== '').map(Number)])]
    .filter((value) => !Number.isNaN(value))
    .sort((one, other) => one - other)

/** Spans of minutes to choose from; zero may have a text of its own. */
const spans =
  (name: string, usual: readonly number[], none?: (texts: EventTypesTexts) => string) =>
  ({ values, language, texts }: SettingsView): Option[] =>
    withCurrent(usual, values[name]).map((minutes) => ({
      value: String(minutes),
      label: minutes === 0 && none ? none(texts) : spanOf(language.locale, minutes),
    }))

const labeled = (label: string, value: string): string => `${label}: ${value}`

const usualBuffers = [0, 5, 10, 15, 30, 45, 60, 90, 120]
const usualDurations = [15, 30, 45, 60]
const windowInputs = ['window_type', 'window_days', 'window_from', 'window_until'] as const

const windowValues = ({ event_type: type }: EventTypeSetup): FormValues => {
  const { type: kind, days, start_date: from, end_date: until } = type.scheduling_rules.booking_window
  return {
    window_type: textOf(kind),
    window_days: textOf(days),
    window_from: textOf(from),
    window_until: textOf(until),
  }
}

/** One duration, or several that invitees choose from. The default stays if it is still one of them. */
const durationsFrom = (form: Form, type: EventType, texts: EventTypesTexts): Changes => {
  const other = form.get('other_duration')?.trim()
  const durations = withCurrent([], [...form.getAll('durations'), ...(other ? [other] : [])])
  const [shortest] = durations
  if (shortest === undefined) throw new FormError({ duration: texts.noDuration })
  const first = [numberOr(form.get('first_duration')), type.duration].find((duration) => durations.includes(duration))
  return { duration: first ?? shortest, duration_options: durations.length > 1 ? durations : null }
}

const durationOptions = spans('durations', usualDurations)
const chosenDurations = (view: SettingsView): Option[] =>
  durationOptions(view).filter(({ value }) => view.values.durations?.includes(value))

const Durations = (view: SettingsView) => {
  const { texts, values } = view
  const chosen = chosenDurations(view)
  return (
    <>
      <div class="row">
        {durationOptions(view).map(({ value, label }) => (
          <label key={value} class="pick">
            <input type="checkbox" name="durations" value={value} checked={values.durations?.includes(value)} />
            {label}
          </label>
        ))}
        <label class="inline-label">
          <span class="unseen">{texts.customDuration}</span>
          <input
            type="number"
            name="other_duration"
            value={valueIn(view, 'other_duration')}
            min={1}
            max={720}
            class="tiny"
            placeholder="+"
            title={texts.customDuration}
          />
        </label>
      </div>
      {chosen.length > 1 && (
        <p class="inline-field">
          <label for="first_duration">{texts.defaultDuration}</label>
          <Select name="first_duration" value={valueIn(view, 'first_duration')} options={chosen} />
        </p>
      )}
    </>
  )
}

const Colors = (view: SettingsView) => {
  const color = valueIn(view, 'color')
  return (
    <div class="row">
      {colorChoices(view.language.locale, color).map((one: NamedColor) => (
        <Swatch key={one.color} {...one} isChosen={one.color === color} />
      ))}
    </div>
  )
}

const Window = (view: SettingsView) => (
  <div class="fields">
    {Object.entries(view.texts.windowTypes).map(([value, label]) => (
      <Choice
        key={value}
        type="radio"
        name="window_type"
        value={value}
        checked={value === valueIn(view, 'window_type')}
      >
        {label}
      </Choice>
    ))}
    <label class="by-days">
      {view.texts.windowDays}
      <input type="number" name="window_days" min={1} max={3650} value={valueIn(view, 'window_days')} />
    </label>
    <label class="by-dates">
      {view.texts.startDate}
      <input type="date" name="window_from" value={valueIn(view, 'window_from')} />
    </label>
    <label class="by-dates">
      {view.texts.endDate}
      <input type="date" name="window_until" value={valueIn(view, 'window_until')} />
    </label>
  </div>
)

const priceInputs = ['price', 'price_currency', 'price_terms', 'price_refund'] as const
const usualCurrency = 'EUR'

const refundOptions = ({ texts, language, values }: SettingsView): Option[] => [
  { value: '', label: texts.bookingRules.refundNever },
  { value: '0', label: texts.bookingRules.refundUntilStart },
  ...withCurrent([1, 4, 24, 48, 72, 168], values.price_refund)
    .filter((hours) => hours > 0)
    .map((hours) => ({
      value: String(hours),
      label: filled(texts.bookingRules.refundUntil, { span: spanOf(language.locale, hours * 60) }),
    })),
]

const Price = (view: SettingsView) => {
  const texts = view.texts.bookingRules
  const chosen = valueIn(view, 'price_currency') || usualCurrency
  const refund = valueIn(view, 'price_refund')
  return (
    <div class="fields">
      <label>
        {texts.amount}
        <input
          id="price"
          name="price"
          type="number"
          class="short"
          min={0}
          step="any"
          inputmode="decimal"
          value={valueIn(view, 'price')}
        />
      </label>
      <label>
        {texts.currency}
        <select name="price_currency" class="short">
          {currencies.map((code) => (
            <option key={code} value={code} selected={code === chosen}>
              {code}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.refund}
        <select name="price_refund">
          {refundOptions(view).map(({ value, label }) => (
            <option key={value} value={value} selected={value === refund}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.terms}
        <textarea name="price_terms" rows={2} maxLength={1024} placeholder={texts.termsHint}>
          {valueIn(view, 'price_terms')}
        </textarea>
      </label>
    </div>
  )
}

/** What a closed section says: nothing while what was typed is no price. */
const priceText = (view: SettingsView): string | undefined => {
  const [amount, currency] = [valueIn(view, 'price'), valueIn(view, 'price_currency') || usualCurrency]
  if (amount === '' || !currencies.includes(currency)) return undefined
  const amountMinor = minorOf(Number(amount), currency)
  return amountMinor === undefined ? undefined : formatMoney(view.language.locale, { amountMinor, currency })
}

/** What `ahead` holds: days, or the type of another window. */
const aheadOptions = ({ values, texts, language }: SettingsView): Option[] => {
  const [current = ''] = values.ahead ?? []
  const days = withCurrent([7, 14, 30, 60, 90, 180, 365], [current])
  const window = {
    type: current,
    days: values.window_days?.[0] ?? '',
    from: values.window_from?.[0] ?? '',
    until: values.window_until?.[0] ?? '',
  }
  return [
    ...days.map((count) => ({ value: String(count), label: daysOf(language.locale, count) })),
    { value: 'unlimited', label: texts.indefinitely },
    ...(isOtherWindow(current) ? [{ value: current, label: dateRangeOf(texts, language, window) }] : []),
  ]
}

const isOtherWindow = (type: string | null): boolean => type === 'fixed' || type === 'available_moving'

export const nameSetting = plain('name', {
  section: 'about',
  label: (texts) => texts.name,
  control: { kind: 'text', maxLength: 55 },
})

/** In the order in which sections show them. */
export const settings: readonly Setting[] = [
  nameSetting,
  {
    name: 'durations',
    inputs: ['other_duration', 'first_duration'],
    section: 'about',
    label: (texts) => texts.duration,
    hint: (view) => (chosenDurations(view).length > 1 ? view.texts.durationsHint : undefined),
    control: { kind: 'group', Inputs: Durations },
    parameters: ['duration', 'duration_options'],
    refreshes: true,
    read: ({ event_type: type }) => ({
      durations: (type.duration_options ?? [type.duration]).map(String),
      first_duration: textOf(type.duration),
    }),
    write: durationsFrom,
  },
  {
    name: 'seats',
    section: 'about',
    label: (texts) => texts.seats,
    control: { kind: 'number', class: 'short' },
    parameters: ['seats'],
    read: ({ seats }) => ({ seats: textOf(seats) }),
    write: (form) => ({ seats: numberOr(form.get('seats')) }),
    isShown: ({ event_type: type }) => type.kind === 'group',
  },
  {
    name: 'description',
    section: 'appearance',
    label: (texts) => texts.description,
    control: { kind: 'textarea' },
    parameters: ['description'],
    read: ({ event_type: type }) => ({ description: textOf(type.description_plain) }),
    write: (form) => ({ description: nullIfEmpty(form.get('description')) }),
  },
  plain('color', {
    section: 'appearance',
    label: (texts) => texts.color,
    control: { kind: 'group', Inputs: Colors },
  }),
  {
    name: 'schedule',
    section: 'when',
    label: (texts) => texts.schedule,
    control: {
      kind: 'select',
      options: (view) => [
        ...(view.values.schedule?.[0] === '' ? [{ value: '', label: view.texts.customHours }] : []),
        ...view.schedules,
      ],
    },
    parameters: ['schedule'],
    read: ({ event_type: type, hosts }) => ({
      schedule: textOf(hosts.find(({ user }) => user === type.profile.owner)?.schedule?.uri),
    }),
    write: (form) => {
      const schedule = form.get('schedule')
      return schedule ? { schedule } : {}
    },
    inBulk: true,
  },
  {
    name: 'ahead',
    section: 'when',
    label: (texts) => texts.dateRange,
    control: { kind: 'select', options: aheadOptions },
    parameters: [],
    read: ({ event_type: type }) => {
      const { type: kind, days } = type.scheduling_rules.booking_window
      return { ahead: textOf(kind === 'moving' ? days : kind) }
    },
    // A window of another type is only shown here: sent back, it changes nothing.
    write: (form) => {
      const ahead = form.get('ahead')
      if (isOtherWindow(ahead)) return {}
      return {
        scheduling_rules: {
          booking_window: ahead === 'unlimited' ? { type: 'unlimited' } : { type: 'moving', days: numberOr(ahead) },
        },
      }
    },
    inBulk: true,
  },
  rule('minimum_notice', {
    section: 'when',
    label: (texts) => texts.minimumNotice,
    control: {
      kind: 'select',
      options: spans('minimum_notice', [0, 60, 120, 240, 480, 1440, 2880, 10_080], (texts) => texts.noNotice),
    },
    inBulk: true,
  }),
  plain('slug', {
    section: 'link',
    label: (texts) => texts.slug,
    hint: ({ texts }) => texts.slugHint,
    control: { kind: 'text', maxLength: 60 },
    refreshes: true,
    summary: (_, { event_type: type }) => new URL(type.scheduling_url).pathname,
  }),
  checkbox('secret', {
    section: 'link',
    label: (texts) => texts.secretField,
    summary: (view) => (valueIn(view, 'secret') === 'true' ? view.texts.unlisted : view.texts.listed),
  }),
  ...(['buffer_before', 'buffer_after'] as const).map((name) => {
    const label = (texts: EventTypesTexts): string =>
      name === 'buffer_before' ? texts.bufferBefore : texts.bufferAfter
    return rule(name, {
      section: 'limits',
      label,
      control: { kind: 'select', options: spans(name, usualBuffers, (texts) => texts.noBuffer) },
      summary: (view) =>
        valueIn(view, name) === '0'
          ? undefined
          : labeled(label(view.texts), spanOf(view.language.locale, Number(valueIn(view, name)))),
      inBulk: true,
    })
  }),
  ...(['max_per_day', 'max_per_week'] as const).map((name) => {
    const label = (texts: EventTypesTexts): string => (name === 'max_per_day' ? texts.dailyLimit : texts.weeklyLimit)
    return rule(name, {
      isNullable: true,
      section: 'limits',
      label,
      hint: ({ texts }) => texts.limitHint,
      control: { kind: 'number' },
      summary: (view) => (valueIn(view, name) === '' ? undefined : labeled(label(view.texts), valueIn(view, name))),
    })
  }),
  rule('start_time_increment', {
    section: 'limits',
    label: (texts) => texts.increments,
    control: { kind: 'select', options: spans('start_time_increment', [5, 10, 15, 20, 30, 45, 60]) },
    summary: (view) =>
      labeled(view.texts.increments, spanOf(view.language.locale, Number(valueIn(view, 'start_time_increment')))),
    inBulk: true,
    isShown: ({ event_type: type }) => type.scheduling_rules.start_time_increment !== null,
  }),
  {
    name: 'window_type',
    inputs: windowInputs.slice(1),
    section: 'window',
    label: (texts) => texts.dateRange,
    control: { kind: 'group', Inputs: Window },
    parameters: ['scheduling_rules.booking_window'],
    read: windowValues,
    write: (form) => {
      const days = numberOr(form.get('window_days'))
      return {
        scheduling_rules: {
          booking_window: {
            type: form.get('window_type') as NonNullable<Rules['booking_window']>['type'],
            days: Number.isNaN(days) ? null : days,
            start_date: nullIfEmpty(form.get('window_from')),
            end_date: nullIfEmpty(form.get('window_until')),
          },
        },
      }
    },
    summary: (view) => {
      const [type, days, from, until] = windowInputs.map((name) => valueIn(view, name)) as [
        string,
        string,
        string,
        string,
      ]
      return dateRangeOf(view.texts, view.language, { type, days, from, until })
    },
  },
  {
    name: 'approval',
    section: 'rules',
    label: (texts) => texts.bookingRules.approval,
    hint: ({ texts }) => texts.bookingRules.approvalHint,
    control: {
      kind: 'select',
      options: (view) => [
        { value: '', label: view.texts.bookingRules.off },
        ...withCurrent([1, 4, 12, 24, 48, 72, 168], view.values.approval).map((hours) => ({
          value: String(hours),
          label: filled(view.texts.bookingRules.within, { span: spanOf(view.language.locale, hours * 60) }),
        })),
      ],
    },
    parameters: ['booking_rules.approval'],
    read: ({ event_type: type }) => ({ approval: textOf(type.booking_rules.approval?.hours) }),
    write: (form) => {
      const hours = form.get('approval')
      return { booking_rules: { approval: hours ? { hours: numberOr(hours) } : null } }
    },
    summary: (view) => {
      if (valueIn(view, 'approval') !== '') return view.texts.bookingRules.hostsConfirm
      return valueIn(view, 'email_confirmation') === 'true' || valueIn(view, 'price') !== ''
        ? undefined
        : view.texts.bookingRules.none
    },
  },
  {
    name: 'email_confirmation',
    section: 'rules',
    label: (texts) => texts.bookingRules.emailCode,
    control: { kind: 'checkbox' },
    parameters: ['booking_rules.email_confirmation'],
    read: ({ event_type: type }) => ({ email_confirmation: textOf(type.booking_rules.email_confirmation) }),
    write: (form) => ({ booking_rules: { email_confirmation: form.get('email_confirmation') === 'true' } }),
    summary: (view) => (valueIn(view, 'email_confirmation') === 'true' ? view.texts.bookingRules.code : undefined),
  },
  {
    name: 'waiting_list',
    section: 'rules',
    label: (texts) => texts.bookingRules.waitingList,
    hint: ({ texts }) => texts.bookingRules.waitingListHint,
    control: {
      kind: 'select',
      options: (view) => [
        { value: '', label: view.texts.bookingRules.off },
        ...withCurrent([15, 30, 60, 120, 240, 720, 1440], view.values.waiting_list).map((minutes) => ({
          value: String(minutes),
          label: filled(view.texts.bookingRules.keepFor, { span: spanOf(view.language.locale, minutes) }),
        })),
      ],
    },
    parameters: ['booking_rules.waiting_list'],
    read: ({ event_type: type }) => ({ waiting_list: textOf(type.booking_rules.waiting_list?.minutes) }),
    write: (form) => {
      const minutes = form.get('waiting_list')
      return { booking_rules: { waiting_list: minutes ? { minutes: numberOr(minutes) } : null } }
    },
    summary: (view) => (valueIn(view, 'waiting_list') === '' ? undefined : view.texts.bookingRules.waitingList),
  },
  {
    name: 'price',
    inputs: priceInputs.slice(1),
    section: 'rules',
    label: (texts) => texts.bookingRules.price,
    hint: ({ texts }) => texts.bookingRules.priceHint,
    control: { kind: 'group', Inputs: Price },
    parameters: ['booking_rules.payment'],
    read: ({ event_type: type }) => {
      const { payment } = type.booking_rules
      return {
        price: textOf(payment?.amount),
        price_currency: textOf(payment?.currency),
        price_terms: textOf(payment?.terms),
        price_refund: textOf(payment?.refund_until_hours),
      }
    },
    write: (form) => {
      const amount = nullIfEmpty(form.get('price'))
      const hours = nullIfEmpty(form.get('price_refund'))
      if (amount === null) return { booking_rules: { payment: null } }
      return {
        booking_rules: {
          payment: {
            amount: numberOr(amount),
            currency: form.get('price_currency') ?? usualCurrency,
            terms: nullIfEmpty(form.get('price_terms')),
            refund_until_hours: hours === null ? null : numberOr(hours),
          },
        },
      }
    },
    summary: priceText,
  },
  plain('name_format', {
    section: 'questions',
    label: (texts) => texts.nameFormat,
    control: { kind: 'select', options: ({ texts }) => optionsOf(texts.nameFormats) },
    inBulk: true,
  }),
  {
    name: 'reminders',
    section: 'emails',
    label: (texts) => texts.reminders,
    control: { kind: 'checkboxes', options: spans('reminders', [15, 60, 240, 1440, 2880, 10_080]) },
    parameters: ['reminders'],
    read: ({ event_type: type }) => ({ reminders: type.reminders.map(String) }),
    write: (form) => ({ reminders: form.getAll('reminders').map(Number) }),
    summary: ({ texts, language, values }) =>
      [
        texts.confirmation,
        ...[
          withCurrent([], values.reminders)
            .reverse()
            .map((minutes) => spanOf(language.locale, minutes))
            .join(', '),
        ].flatMap((spans) => (spans === '' ? [] : [filled(texts.remindersAt, { spans })])),
      ].join(' · '),
  },
  plain('redirect_url', {
    isNullable: true,
    section: 'after',
    label: (texts) => texts.redirect,
    hint: ({ texts }) => texts.redirectHint,
    control: { kind: 'url' },
    summary: (view) => valueIn(view, 'redirect_url') || view.texts.confirmationPage,
  }),
  {
    name: 'locale',
    section: 'after',
    label: (texts) => texts.language,
    control: {
      kind: 'select',
      options: ({ texts }) => [
        { value: '', label: texts.browserLanguage },
        ...languages.map(({ locale: value, name: label }) => ({ value, label })),
      ],
    },
    parameters: ['locale'],
    read: ({ locale }) => ({ locale: textOf(locale) }),
    write: (form) => ({ locale: nullIfEmpty(form.get('locale')) as NonNullable<Changes['locale']> | null }),
    summary: (view) => {
      const locale = valueIn(view, 'locale')
      return locale === '' ? view.texts.browserLanguage : languageOf(locale).name
    },
  },
  checkbox('admin_managed', {
    section: 'rights',
    label: (texts) => texts.managedField,
    isShown: (_, isAdmin) => isAdmin,
  }),
  plain('internal_note', {
    isNullable: true,
    section: 'rights',
    label: (texts) => texts.note,
    hint: ({ texts }) => texts.noteHint,
    control: { kind: 'text' },
  }),
]

export const inputsOf = ({ name, inputs = [] }: Setting): readonly string[] => [name, ...inputs]

/** What is stored; or what was sent and refused, for the settings that were. */
export const valuesOf = (setup: EventTypeSetup, sent: readonly string[] = [], form?: Form): FormValues =>
  Object.assign(
    {},
    ...settings.map((setting) =>
      form && sent.includes(setting.name)
        ? Object.fromEntries(inputsOf(setting).map((input) => [input, form.getAll(input)]))
        : setting.read(setup),
    ),
  )

/** One change from several settings. Rules are parts of one. */
export const merged = (changes: readonly Changes[]): Changes => {
  const rules = changes.flatMap(({ scheduling_rules }) => scheduling_rules ?? [])
  const bookingRules = changes.flatMap(({ booking_rules }) => booking_rules ?? [])
  return Object.assign(
    {},
    ...changes,
    rules.length > 0 ? { scheduling_rules: Object.assign({}, ...rules) } : {},
    bookingRules.length > 0 ? { booking_rules: Object.assign({}, ...bookingRules) } : {},
  )
}

/** The error that belongs to a setting. */
export const errorAt = (
  { parameters }: Pick<Setting, 'parameters'>,
  errors: Readonly<Record<string, string>>,
): string | undefined =>
  Object.entries(errors).find(([refused]) => parameters.some((parameter) => isPartOf(refused, parameter)))?.[1]

const isPartOf = (refused: string, parameter: string): boolean =>
  refused === parameter || refused.startsWith(`${parameter}.`) || refused.startsWith(`${parameter}[`)
