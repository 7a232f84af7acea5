import { h } from 'preact'
import { principalOf } from '#accounts/index.ts'
import { withLinkDigest } from '#bookings/index.ts'
import { exportOrganization, findOrganization, noteOrganizationExport } from '#organizations/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import {
  countEventData,
  countInviteeData,
  deleteEventData,
  deleteInviteeData,
  listDataDeletions,
} from '#privacy/index.ts'
import { counted, filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { Plural } from '../../../languages/language.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { dateIn, daysAfter, longDay, momentOf, startOf } from '../meetings/member-time.ts'
import { ConfirmErasure, type ConfirmErasureProps, Privacy } from './privacy-view.tsx'
import { administrationTextsFor, toastOf } from './texts.ts'

const privacyPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const { language, form, session } = visit
  const texts = administrationTextsFor(visit)
  const { privacy } = texts
  const records = await list(visit, listDataDeletions)
  const isRefused = Object.keys(errors).length > 0
  return {
    title: privacy.title,
    status: isRefused ? 400 : 200,
    screen: 'organization',
    toast: toastOf(visit),
    content: h(Privacy, {
      texts,
      token: visit.formToken,
      typed: { emails: form.get('emails') ?? '', first: form.get('first') ?? '', last: form.get('last') ?? '' },
      errors,
      mayExport: session.role === 'owner',
      records: records.map((record) => ({
        id: record.uuid,
        what:
          record.start_time === null || record.end_time === null
            ? counted(language, record.people, privacy.people)
            : filled(privacy.meetings, {
                from: momentOf(visit, record.start_time),
                to: momentOf(visit, record.end_time),
              }),
        requested:
          record.requested_by === null
            ? filled(privacy.requestedBySystem, { day: momentOf(visit, record.requested_at) })
            : filled(privacy.requested, { name: record.requested_by, day: momentOf(visit, record.requested_at) }),
        done:
          record.completed_at === null
            ? undefined
            : filled(privacy.done, { day: momentOf(visit, record.completed_at) }),
        entries: counted(language, record.entries, privacy.entries),
        proof: filled(privacy.proof, { id: record.uuid }),
      })),
    }),
  }
}

export const showPrivacy: ConsoleHandler = (visit) => privacyPage(visit)

/** Deletion can't be undone, so the user confirms it with a count first. */
const askFirst = (
  visit: SignedInVisit,
  question: Pick<ConfirmErasureProps, 'action' | 'fields' | 'about'>,
  affected: Affected,
): ConsolePage => {
  const texts = administrationTextsFor(visit)
  const { privacy } = texts
  const count = (number: number, plural: Plural): string => counted(visit.language, number, plural)
  const what = [
    count(affected.meetings, privacy.affectedMeetings),
    count(affected.invitees, privacy.affectedInvitees),
  ].join(', ')
  return {
    title: privacy.title,
    screen: 'organization',
    content: h(ConfirmErasure, {
      ...question,
      texts,
      token: visit.formToken,
      affected: filled(privacy.affected, { what }),
    }),
  }
}

interface Affected {
  readonly meetings: number
  readonly invitees: number
}

const isConfirmed = ({ form }: SignedInVisit): boolean => form.get('confirmed') === 'yes'

const begun = { to: '/app/organization/privacy?done=erasing' }

export const eraseGuests: ConsoleHandler = async (visit) => {
  const emails = (visit.form.get('emails') ?? '').split(/[\s,;]+/).filter(Boolean)
  try {
    if (!isConfirmed(visit)) {
      const affected = await run(visit, countInviteeData, { emails })
      const about = [...new Set(emails.map((address) => address.toLowerCase()))]
      return askFirst(
        visit,
        { action: 'guests', fields: { emails: emails.join('\n') }, about: about.join(', ') },
        affected,
      )
    }
    await run(visit, deleteInviteeData, { emails })
    return begun
  } catch (error) {
    return privacyPage(visit, { emails: Object.values(errorsIn(visit.language, error))[0] ?? '' })
  }
}

/** Days are in the time zone of the signed-in user. */
export const eraseMeetings: ConsoleHandler = async (visit) => {
  const [first, last] = [dateIn(visit.form.get('first')), dateIn(visit.form.get('last'))]
  const end = last === undefined ? undefined : startOf(visit, daysAfter(last, 1)).getTime() - 1
  const span = {
    start_time: first === undefined ? '' : startOf(visit, first).toISOString(),
    end_time:
      end === undefined
        ? ''
        : new Date(Math.min(end, Math.max(visit.now.getTime(), startOf(visit, last ?? '').getTime()))).toISOString(),
  }
  try {
    if (!isConfirmed(visit)) {
      const affected = await run(visit, countEventData, span)
      const about = filled(administrationTextsFor(visit).privacy.meetings, {
        from: longDay(visit, first ?? ''),
        to: longDay(visit, last ?? ''),
      })
      return askFirst(visit, { action: 'meetings', fields: { first: first ?? '', last: last ?? '' }, about }, affected)
    }
    await run(visit, deleteEventData, span)
    return begun
  } catch (error) {
    const { start_time, end_time, ...others } = errorsIn(visit.language, error)
    return privacyPage(visit, {
      ...others,
      ...(start_time && { first: start_time }),
      ...(end_time && { last: end_time }),
    })
  }
}

export const exportEverything: ConsoleHandler = async (visit) => {
  const { context, session } = visit
  const organization = await findOrganization(context.database.reader, session.organizationId)
  const text = await exportOrganization(
    context,
    principalOf(session),
    { id: session.organizationId, name: organization?.name ?? '' },
    (line) => withLinkDigest(context.codes, line),
  )
  await run(visit, noteOrganizationExport, {})
  return { file: text, type: 'application/jsonl; charset=utf-8', name: 'openslot-export.jsonl' }
}
