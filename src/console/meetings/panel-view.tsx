import { filled } from '#ui/format.ts'
import { Field, Form, FormAlert, FormButton, SaveButton, TextField } from '#ui/forms.tsx'
import { CalendarIcon, CloseIcon } from '#ui/icons.tsx'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'
import type { MailTexts } from '../../../languages/mail-texts.ts'

export interface PanelGuest {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isCanceled: boolean
  /** Why they do not come, or when they booked: one line. */
  readonly line: string | undefined
  /** Where they went; it says more than the line. */
  readonly moved: { readonly text: string; readonly href: string } | undefined
  readonly thereTime: string | undefined
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly tracking: readonly string[]
  readonly isNoShow: boolean
  readonly payment: PanelPayment | undefined
}

export interface PanelPayment {
  readonly lines: readonly string[]
  /** What can be refunded, as people write it. */
  readonly left?: string
  readonly currency?: string
  readonly wrong?: string | undefined
}

export interface PanelMissingLink {
  readonly line: string
  readonly isWrong: boolean
  readonly mayMend: boolean
  readonly texts: MailTexts['missingLink']
}

export interface PanelMeeting {
  readonly id: string
  readonly name: string
  readonly day: string
  readonly times: string
  readonly zone: string
  readonly place: string
  readonly joinUrl: string | undefined
  /** How far the link is, while it is missing. */
  readonly missingLink: PanelMissingLink | undefined
  readonly hosts: string
  readonly guestsBrought: readonly string[]
  readonly guests: readonly PanelGuest[]
  readonly notes: string
  readonly isCanceled: boolean
  readonly hasBegun: boolean
  readonly isOver: boolean
  readonly canceledBy: string | undefined
}

/** A mail or a webhook message about a meeting. */
export interface PastMessage {
  readonly when: string
  readonly what: string
  readonly to: string
  readonly href?: string
  readonly status: string
  readonly isWrong: boolean
}

interface MeetingPanelProps {
  readonly texts: MeetingsTexts
  readonly token: string
  readonly saveText: string
  readonly closeText: string
  readonly closeAddress: string
  /** Where forms come back to. */
  readonly back: string
  readonly meeting: PanelMeeting
  readonly history: readonly PastMessage[]
  readonly errors: Readonly<Record<string, string>>
}

/** One meeting: what is known of it, and what can be done. */
export const MeetingPanel = (props: MeetingPanelProps) => {
  const { texts, token, saveText, closeText, closeAddress, back, meeting, history, errors } = props
  const path = `/app/meetings/${meeting.id}`
  const coming = meeting.guests.filter(({ isCanceled }) => !isCanceled)
  return (
    <>
      <header>
        <h2 class="grow">{meeting.isCanceled ? <s>{meeting.name}</s> : meeting.name}</h2>
        <a class="button icon-only" href={closeAddress} aria-label={closeText} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <p class="moment">
        <CalendarIcon />
        <span>
          {meeting.day}
          <small>
            {meeting.times}, {meeting.zone}
          </small>
        </span>
      </p>
      <dl class="about">
        <dt>{texts.location}</dt>
        <dd>{meeting.joinUrl === undefined ? meeting.place : <a href={meeting.joinUrl}>{meeting.place}</a>}</dd>
        {meeting.guestsBrought.length > 0 && (
          <>
            <dt>{texts.guests}</dt>
            <dd>{meeting.guestsBrought.join(', ')}</dd>
          </>
        )}
      </dl>
      <FormAlert>{errors.base}</FormAlert>
      {meeting.missingLink && (
        <MissingLink token={token} path={path} back={back} link={meeting.missingLink} wrong={errors.url} />
      )}
      {meeting.canceledBy !== undefined && <p class="note warn">{meeting.canceledBy}</p>}
      {!meeting.isCanceled && !meeting.isOver && (
        <div class="row actions">
          {meeting.joinUrl !== undefined && (
            <a class="button" href={meeting.joinUrl}>
              {texts.join}
            </a>
          )}
          {coming.length > 0 && (
            <a class="button second" href={`${path}/move/all`}>
              {texts.reschedule}
            </a>
          )}
          <CancelForm
            texts={texts}
            token={token}
            action={`${path}/cancel`}
            back={back}
            text={texts.cancel}
            id="cancel"
            who={coming.map(({ email }) => email).join(', ')}
          />
        </div>
      )}
      {meeting.guests.map((guest) => (
        <GuestPart
          key={guest.id}
          texts={texts}
          token={token}
          back={back}
          meeting={meeting}
          guest={guest}
          isOneOfMany={meeting.guests.length > 1}
        />
      ))}
      <section class="part">
        <Form token={token} action={`${path}/notes`} savesFields>
          <Field name="notes" label={texts.notes} wrong={errors.notes}>
            <textarea id="notes" name="notes" rows={4} maxLength={20_000} aria-describedby="notes-wrong">
              {meeting.notes}
            </textarea>
          </Field>
          <SaveButton text={saveText} />
        </Form>
      </section>
      {history.length > 0 && (
        <details class="part history">
          <summary>{texts.history}</summary>
          <ul>
            {history.map(({ when, what, to, href, status, isWrong }) => (
              <li key={`${when} ${what} ${to}`}>
                <span>
                  {href === undefined ? what : <a href={href}>{what}</a>}
                  <small>
                    {to} · {when}
                  </small>
                </span>
                <span class={isWrong ? 'wrong' : 'hint'}>{status}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface MissingLinkProps {
  readonly token: string
  readonly path: string
  readonly back: string
  readonly link: PanelMissingLink
  readonly wrong: string | undefined
}

const MissingLink = ({ token, path, back, link, wrong }: MissingLinkProps) => {
  const { line, isWrong, mayMend, texts } = link
  return (
    <div class="missing-link">
      <p class={isWrong ? 'note warn' : 'hint'}>{line}</p>
      {mayMend && (
        <div class="row actions">
          <FormButton token={token} action={`${path}/link/again`} fields={{ back }} swaps button="second sm">
            {texts.again}
          </FormButton>
          <details class="folded" open={wrong !== undefined}>
            <summary class="button second sm">{texts.enter}</summary>
            <Form token={token} action={`${path}/link`} fields={{ back }} swaps>
              <TextField
                {...{ id: 'link', name: 'url', type: 'url', label: texts.label, placeholder: 'https://' }}
                {...{ maxLength: 2048, isExact: true, required: true, wrong }}
              />
              <button type="submit">{texts.save}</button>
            </Form>
          </details>
        </div>
      )}
    </div>
  )
}

interface CancelFormProps {
  readonly texts: MeetingsTexts
  readonly token: string
  readonly action: string
  readonly back: string
  readonly text: string
  readonly who: string
  readonly id?: string
}

/** No undo, because mail leaves: the button says to whom. */
const CancelForm = ({ texts, token, action, back, text, who, id }: CancelFormProps) => (
  <details class="folded" {...(id === undefined ? {} : { id })}>
    <summary class={id === undefined ? 'button danger sm' : 'button danger'}>{text}</summary>
    <Form token={token} action={action} fields={{ back }} swaps>
      <label>
        {texts.cancelReason}
        <textarea name="reason" rows={2} maxLength={10_000} />
      </label>
      <p class="hint">{texts.cancelReasonHint}</p>
      <button type="submit" class="danger">
        {filled(texts.cancelAnd, { who })}
      </button>
    </Form>
  </details>
)

interface PaymentPartProps {
  readonly texts: MeetingsTexts
  readonly token: string
  readonly back: string
  readonly path: string
  readonly payment: PanelPayment
}

const PaymentPart = ({ texts, token, back, path, payment }: PaymentPartProps) => {
  const { lines, left, currency = '', wrong } = payment
  return (
    <>
      <p class="facts">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      {left !== undefined && (
        <details class="folded" open={wrong !== undefined}>
          <summary class="button second sm">{texts.payment.refund}</summary>
          <Form token={token} action={`${path}/refund`} fields={{ back }} swaps>
            <TextField
              {...{ name: 'amount', label: filled(texts.payment.amount, { currency }), value: left, wrong }}
              {...{ hint: texts.payment.hint, inputMode: 'decimal', required: true }}
            />
            <button type="submit">{texts.payment.refund}</button>
          </Form>
        </details>
      )}
    </>
  )
}

interface GuestPartProps {
  readonly texts: MeetingsTexts
  readonly token: string
  readonly back: string
  readonly meeting: PanelMeeting
  readonly guest: PanelGuest
  readonly isOneOfMany: boolean
}

const GuestPart = ({ texts, token, back, meeting, guest, isOneOfMany }: GuestPartProps) => {
  const path = `/app/meetings/${meeting.id}/guests/${guest.id}`
  return (
    <section class="part guest">
      <h3>{guest.isCanceled ? <s>{guest.name}</s> : guest.name}</h3>
      <p class="facts">
        <span>
          <a href={`mailto:${guest.email}`}>{guest.email}</a>
        </span>
        {guest.thereTime !== undefined && <span>{guest.thereTime}</span>}
      </p>
      {guest.moved ? (
        <p class="hint">
          <a href={guest.moved.href}>{guest.moved.text}</a>
        </p>
      ) : (
        guest.line !== undefined && <p class="hint">{guest.line}</p>
      )}
      {guest.isNoShow && <p class="chip">{texts.noShow}</p>}
      {guest.payment && <PaymentPart texts={texts} token={token} back={back} path={path} payment={guest.payment} />}
      {guest.answers.length > 0 && (
        <dl class="answers">
          {guest.answers.map(({ question, answer }) => (
            <>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </>
          ))}
        </dl>
      )}
      {guest.tracking.length > 0 && (
        <p class="hint">
          {texts.tracking}: {guest.tracking.join(', ')}
        </p>
      )}
      {!guest.isCanceled && (
        <div class="row actions">
          {isOneOfMany && !meeting.isOver && (
            <>
              <a class="button second sm" href={`/app/meetings/${meeting.id}/move/${guest.id}`}>
                {filled(texts.rescheduleInvitee, { name: guest.name })}
              </a>
              <CancelForm
                texts={texts}
                token={token}
                action={`${path}/cancel`}
                back={back}
                text={filled(texts.cancelInvitee, { name: guest.name })}
                who={guest.email}
              />
            </>
          )}
          {meeting.hasBegun ? (
            <FormButton
              token={token}
              action={`${path}/no-show`}
              fields={{ back, absent: String(!guest.isNoShow) }}
              swaps
              button="second sm"
            >
              {guest.isNoShow ? texts.unmarkNoShow : texts.markNoShow}
            </FormButton>
          ) : (
            <p class="hint">
              {texts.markNoShow}: {texts.noShowLater}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
