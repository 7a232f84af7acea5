import { h } from 'preact'
import { listUserAvailabilitySchedules } from '#availability/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { idOf } from '#contract/wire.ts'
import { getEventTypeSetup } from '#event-types/index.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import type { FieldErrors, Option } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { sentFields } from '../saving.ts'
import { colleaguesOf } from './create.ts'
import { type EditedQuestion, type SectionName, type Summaries, sectionNames } from './editor-props.ts'
import { Editor } from './editor-view.tsx'
import { toastOf } from './list.ts'
import { type EventTypeSetup, type SettingsView, settings, valuesOf } from './settings.tsx'
import { type LinkResult, sharePanel } from './share.ts'
import { textsFor } from './texts.ts'

export const setupOf = (visit: SignedInVisit): Promise<EventTypeSetup> =>
  run(visit, getEventTypeSetup, { uuid: visit.params.id ?? '' })

/** What settings are shown with: as they are stored, or as they were sent and refused. */
const viewOf = (visit: SignedInVisit, setup: EventTypeSetup, schedules: SettingsView['schedules']): SettingsView => ({
  texts: textsFor(visit),
  language: visit.language,
  values: valuesOf(setup, sentFields(visit), visit.form),
  schedules,
})

const summariesOf = (view: SettingsView, setup: EventTypeSetup): Summaries => {
  const { texts, language } = view
  const { event_type: type, hosts, copies } = setup
  const name = type.profile.name
  const others: Partial<Summaries> = {
    questions:
      type.custom_questions.length === 0
        ? texts.nameAndEmail
        : type.custom_questions.map(({ name: question }) => question).join(' · '),
    hosts: hosts.length < 2 ? filled(texts.onlyHost, { name }) : hosts.map((host) => host.name).join(', '),
    rights: type.admin_managed ? texts.adminsOnly : filled(texts.ownerAndAdmins, { name }),
    copies: copies.length === 0 ? texts.assigned.none : counted(language, copies.length, texts.assigned.count),
  }
  const ofSettings = (section: SectionName): string =>
    settings
      .flatMap((setting) => (setting.section === section ? (setting.summary?.(view, setup) ?? []) : []))
      .join(' · ')
  return Object.fromEntries(
    sectionNames.map((section) => [section, others[section] ?? ofSettings(section)]),
  ) as unknown as Summaries
}

/** The texts of a page that depend on settings, by the ids of their elements. */
export const summaryTexts = (visit: SignedInVisit, setup: EventTypeSetup): Readonly<Record<string, string>> => {
  const view = { ...viewOf(visit, setup, []), values: valuesOf(setup) }
  return {
    'type-name': setup.event_type.name,
    ...Object.fromEntries(Object.entries(summariesOf(view, setup)).map(([name, text]) => [`sum-${name}`, text])),
  }
}

/** A location or question has a form of its own. */
const refusedPart = ({ form, query, target, isPost }: SignedInVisit) => {
  const part = isPost ? /\/(\w+)(?:\?|$)/.exec(target)?.[1] : undefined
  const of = query.get('of') ?? undefined
  return {
    refusedLocation:
      part === 'locations'
        ? {
            of: of === undefined ? undefined : Number(of),
            kind: form.get('kind') ?? '',
            text: form.get('text') ?? '',
            url: form.get('url') ?? '',
          }
        : undefined,
    refusedQuestion:
      part === 'questions'
        ? {
            of,
            name: form.get('name') ?? '',
            type: form.get('type') as EditedQuestion['type'],
            required: form.get('required') === 'true',
            answer_choices: (form.get('choices') ?? '').split('\n'),
            include_other: form.get('include_other') === 'true',
          }
        : undefined,
  }
}

/** Members who can be added as hosts, given a copy, or permitted to create links. */
const addable = (people: readonly Option[], { hosts, copies, permitted }: EventTypeSetup) => {
  const without = (...those: readonly (readonly { readonly user: string }[])[]): readonly Option[] => {
    const users = new Set(those.flat().map(({ user }) => user))
    return people.filter(({ value }) => !users.has(value))
  }
  return {
    newHosts: without(hosts),
    newCopies: without(hosts, copies),
    newPermitted: without(hosts, permitted),
  }
}

/** The editor; with the panel to share it, when that is asked for. */
export const editorPage = async (
  visit: SignedInVisit,
  errors: FieldErrors = {},
  result?: LinkResult,
): Promise<ConsolePage> => {
  const shell = inLocale(shellTexts, visit.language.locale)
  const setup = await setupOf(visit)
  const { event_type: type } = setup
  const id = idOf(type)
  const mayChange = setup.may_change && setup.has_owner
  const schedules = mayChange ? await list(visit, listUserAvailabilitySchedules, { user: type.profile.owner }) : []
  const people = mayChange ? await colleaguesOf(visit, []) : []
  const view = viewOf(
    visit,
    setup,
    schedules.map(({ uri, name }) => ({ value: uri, label: name })),
  )
  const token = visit.formToken
  const preview = mayChange && !type.active ? `/app/types/${id}/preview` : type.scheduling_url
  const status = result?.refused || Object.keys(errors).length > 0 ? 400 : 200
  return {
    ...{
      title: type.name,
      screen: 'event-types',
      status,
      framesBookingPages: true,
      toast: await toastOf(visit),
    },
    content: h(Editor, {
      ...view,
      ...addable(people, setup),
      ...refusedPart(visit),
      ...{ token, saveText: shell.save, savedText: shell.saved, setup, id, path: `/app/types/${id}` },
      ...{ kind: type.pooling_type ?? type.kind, preview, errors, isAdmin: isAdmin(visit.session) },
      settings: settings.filter(({ isShown }) => isShown?.(setup, isAdmin(visit.session)) ?? true),
      summaries: summariesOf({ ...view, values: valuesOf(setup) }, setup),
    }),
    ...(result || visit.query.has('share')
      ? { panel: await sharePanel(visit, setup, { preview, closeText: shell.close, result: result ?? {} }) }
      : {}),
  }
}

export const showEditor: ConsoleHandler = (visit) => editorPage(visit)
