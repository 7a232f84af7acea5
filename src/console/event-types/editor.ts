import { h } from 'preact'
import type { z } from 'zod'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { getEventTypeSetup } from '#event-types/index.ts'
import type { FieldErrors } from '#pages/fields.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import type { Toast } from '../shell/shell.tsx'
import { asSent } from './as-sent.ts'
import { choicesFor } from './choices.ts'
import { colleaguesOf } from './create.ts'
import type { EditedType } from './edited-type.ts'
import { Editor } from './editor-view.tsx'
import { toastOf } from './list.ts'
import { SharePanel } from './share-panel.tsx'
import { sharesOf } from './shares-of-type.ts'
import { summariesOf } from './summaries.ts'
import { textsFor } from './texts.ts'

export type EventTypeSetup = z.output<typeof getEventTypeSetup.output>

const kindOf = ({ kind, pooling_type }: EventTypeSetup['event_type']): EditedType['kind'] => pooling_type ?? kind

const detailOf = (place: object): string =>
  ['location', 'phone_number', 'additional_info']
    .flatMap((name) => (place as Record<string, string | undefined>)[name] ?? [])
    .join(' · ')

/** What the editor shows, in its own words. */
const editedFrom = (
  visit: SignedInVisit,
  { event_type: type, seats, locale, hosts, permitted, ...setup }: EventTypeSetup,
): EditedType => {
  const rules = type.scheduling_rules
  const { booking_window: window } = rules
  const text = (value: number | string | null): string => (value === null ? '' : String(value))
  return {
    id: idOf(type),
    name: type.name,
    isActive: type.active,
    address: type.scheduling_url,
    slug: type.slug ?? '',
    color: type.color.slice(1),
    kind: kindOf(type),
    durations: type.duration_options ?? [type.duration],
    duration: type.duration,
    seats,
    description: type.description_plain ?? '',
    note: type.internal_note ?? '',
    isSecret: type.secret,
    isManaged: type.admin_managed,
    locale: locale ?? '',
    ownerName: type.profile.name,
    places: (type.locations ?? []).map((place) => ({
      kind: place.kind,
      label: textsFor(visit).places[place.kind],
      detail: detailOf(place),
    })),
    rules: {
      ...{
        increment: rules.start_time_increment,
        before: rules.buffer_before,
        after: rules.buffer_after,
        notice: rules.minimum_notice,
      },
      ...{ perDay: text(rules.max_per_day), perWeek: text(rules.max_per_week) },
      window: {
        type: window.type,
        days: text(window.days),
        from: text(window.start_date),
        until: text(window.end_date),
      },
    },
    redirect: type.redirect_url ?? '',
    nameFormat: type.name_format,
    reminders: type.reminders,
    questions: type.custom_questions.map((question) => ({
      ...{ name: question.name, type: question.type, required: question.required },
      ...{ choices: question.answer_choices, includesOther: question.include_other },
    })),
    hosts: hosts.map(({ user, name, priority }) => ({ user, name, priority, isOwner: user === type.profile.owner })),
    template:
      setup.template === null ? undefined : { href: `/app/types/${idOf(setup.template)}`, name: setup.template.name },
    copies: setup.may_have_copies
      ? setup.copies.map((copy) => ({ user: copy.user, name: copy.name, href: `/app/types/${idOf(copy)}` }))
      : undefined,
    permitted: permitted.map(({ user, name }) => ({ value: user, label: name })),
    schedule: hosts.find(({ user }) => user === type.profile.owner)?.schedule?.uri ?? '',
  }
}

export const setupOf = (visit: SignedInVisit): Promise<EventTypeSetup> =>
  run(visit, getEventTypeSetup, { uuid: visit.params.id ?? '' })

/** What the closed sections say, by the ids of their elements. */
export const summaryTexts = (visit: SignedInVisit, setup: EventTypeSetup): Readonly<Record<string, string>> => {
  const summaries = Object.entries(summariesOf(visit, editedFrom(visit, setup), setup.locale))
  return {
    'type-name': setup.event_type.name,
    ...Object.fromEntries(summaries.map(([name, text]) => [`sum-${name}`, text])),
  }
}

interface Shared {
  /** A link that was just made. */
  readonly made?: { readonly kind: 'single' | 'one-off'; readonly url: string }
  readonly errors?: FieldErrors
}

/** The editor; with the panel to share it, when that is asked for. */
export const editorPage = async (
  visit: SignedInVisit,
  errors: FieldErrors = {},
  shared?: Shared,
): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const shell = inLocale(shellTexts, visit.language.locale)
  const setup = await setupOf(visit)
  const { event_type: type } = setup
  const mayChange = setup.may_change && setup.has_owner
  const schedules = mayChange ? await list(visit, listUserAvailabilitySchedules, { user: type.profile.owner }) : []
  const people = mayChange ? await colleaguesOf(visit, []) : []
  const edited = editedFrom(visit, setup)
  const choices = choicesFor(visit, edited, schedules, people)
  const token = visit.formToken
  const preview = mayChange && !type.active ? `/app/types/${edited.id}/preview` : type.scheduling_url
  const isShared = shared !== undefined || visit.query.has('share')
  const panel = {
    ...{
      texts,
      token,
      closeWords: shell.close,
      id: edited.id,
      name: type.name,
      address: type.scheduling_url,
      preview,
      duration: type.duration,
    },
    notice: String(type.scheduling_rules.minimum_notice / 60),
    mayMake: { links: setup.may_create_links, oneOff: setup.may_create_one_off },
    shares: isShared && setup.may_create_links ? await sharesOf(visit, setup) : undefined,
    ...{ embed: embedCodes(visit, type.scheduling_url), made: shared?.made, errors: shared?.errors ?? {} },
  }
  const status = Object.keys({ ...errors, ...shared?.errors }).length > 0 ? 400 : 200
  return {
    ...{
      title: type.name,
      screen: 'event-types',
      status,
      framesBookingPages: true,
      toast: shareToast(visit) ?? (await toastOf(visit)),
    },
    content: h(Editor, {
      ...{
        texts,
        token,
        saveWords: shell.save,
        savedWords: shell.saved,
        type: asSent(edited, visit),
        preview,
        choices,
        errors,
      },
      ...{
        summaries: summariesOf(visit, edited, setup.locale),
        mayChange,
        hasOwner: setup.has_owner,
        isAdmin: isAdmin(visit.session),
      },
    }),
    ...(isShared ? { panel: h(SharePanel, panel) } : {}),
  }
}

const shareToast = (visit: SignedInVisit): Toast | undefined => {
  const { done } = textsFor(visit).terms
  const name = /^share-(\w+)$/.exec(visit.query.get('done') ?? '')?.[1] ?? ''
  return Object.hasOwn(done, name) ? { text: done[name as keyof typeof done] } : undefined
}

/** For other websites: the calendar in the page, and a link that opens it in a window. */
const embedCodes = (visit: SignedInVisit, address: string) => {
  const assets = `${visit.context.links.site}/assets/external`
  const script = `<script src="${assets}/widget.js" async></script>`
  return {
    inline: `<div class="calendly-inline-widget" data-url="${address}" style="min-width:320px;height:700px;"></div>
${script}`,
    window: `<link href="${assets}/widget.css" rel="stylesheet">
${script}
<a href="" onclick="Calendly.initPopupWidget({url: '${address}'});return false;">${textsFor(visit).embedWords}</a>`,
  }
}

export const showEditor: ConsoleHandler = (visit) => editorPage(visit)
