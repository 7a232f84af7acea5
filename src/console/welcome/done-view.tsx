import { Form, TextField } from '#ui/forms.tsx'
import { CalendarIcon, CopyIcon, LockIcon } from '#ui/icons.tsx'
import type { WelcomeTexts } from '../../../languages/console/welcome.ts'
import { ScreenIcon } from '../shell/screen-icons.tsx'
import { Step } from './steps.tsx'

interface DonePageProps {
  readonly texts: WelcomeTexts
  /** The page to send to others. */
  readonly address: string
  /** The same with the host's own name filled in, for a try. */
  readonly framed: string
  readonly hasPassword: boolean
  readonly hasMailServer: boolean
  readonly mayInvite: boolean
  /** What is wrong with an address that works on this computer only. */
  readonly loopback: string | undefined
}

/** Step 3: the link works. The page beside it is the real one. */
export const DonePage = ({
  texts,
  address,
  framed,
  hasPassword,
  hasMailServer,
  mayInvite,
  loopback,
}: DonePageProps) => (
  <Step
    texts={texts}
    step={3}
    title={texts.titleDone}
    intro={texts.introDone}
    aside={<iframe class="live-page" title={texts.tryIt} src={framed} />}
  >
    <div class="copy-line large-line">
      <b class="grow clip">{address.replace(/^https?:\/\//, '')}</b>
      <button type="button" data-copy={address}>
        <CopyIcon />
        <span>{texts.copyLink}</span>
      </button>
    </div>
    <p class="hint">{texts.tryIt}</p>
    {loopback !== undefined && <p class="note warn">{loopback}</p>}
    {!hasMailServer && <p class="note warn">{texts.noMail}</p>}
    <h2 class="group-title">{texts.nextSteps}</h2>
    <p class="todo">
      <CalendarIcon />
      <span class="grow">
        <b>{texts.calendar}</b>
        <small>{texts.calendarHint}</small>
      </span>
      <a class="button second" href="/app/integrations">
        {texts.connect}
      </a>
    </p>
    {mayInvite && (
      <p class="todo">
        <ScreenIcon of="organization" />
        <span class="grow">
          <b>{texts.colleagues}</b>
          <small>{texts.colleaguesHint}</small>
        </span>
        <a class="button second" href="/app/organization">
          {texts.invite}
        </a>
      </p>
    )}
    {!hasPassword && (
      <p class="todo">
        <LockIcon />
        <span class="grow">
          <b>{texts.password}</b>
          <small>{texts.passwordHint}</small>
        </span>
        <a class="button second" href="/app/welcome/password">
          {texts.setPassword}
        </a>
      </p>
    )}
    <a class="button second large" href="/app">
      {texts.toTypes}
    </a>
  </Step>
)

interface PasswordPageProps {
  readonly texts: WelcomeTexts
  readonly token: string
  readonly email: string
  readonly hint: string
  readonly wrong: string | undefined
}

/** For an account that has none yet. */
export const PasswordPage = ({ texts, token, email, hint, wrong }: PasswordPageProps) => (
  <Step texts={texts} step={0} title={texts.password} intro={texts.passwordHint}>
    <Form token={token} action="/app/welcome/password">
      <input type="text" name="username" value={email} autocomplete="username" hidden readOnly />
      <TextField
        name="password"
        type="password"
        label={texts.newPassword}
        value=""
        hint={hint}
        wrong={wrong}
        autocomplete="new-password"
      />
      <button type="submit" class="large">
        {texts.setPassword}
      </button>
    </Form>
  </Step>
)
