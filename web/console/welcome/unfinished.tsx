import type { WelcomeTexts } from '../../../languages/console/welcome.ts'
import { LockIcon } from '../icons.tsx'

interface UnfinishedProps {
  readonly texts: WelcomeTexts
  readonly awaitsHours: boolean
  readonly needsPassword: boolean
  /** Whether to say that there is no mail server: to those who can change that. */
  readonly lacksMail: boolean
}

/** What is left of the first run. The script hides it for this session, when asked to. */
export const Unfinished = ({ texts, awaitsHours, needsPassword, lacksMail }: UnfinishedProps) => (
  <>
    {(awaitsHours || needsPassword) && (
      <p class="note" id="unfinished">
        <LockIcon />
        <span class="grow">
          <b>{texts.left}</b> {awaitsHours && <a href="/app/welcome/hours">{texts.finish}</a>}
          {awaitsHours && needsPassword && ' · '}
          {needsPassword && <a href="/app/welcome/password">{texts.password}</a>}
        </span>
        <button type="button" class="linkish" data-hides="unfinished" hidden>
          {texts.notNow}
        </button>
      </p>
    )}
    {lacksMail && (
      <p class="note warn" id="no-mail">
        <span class="grow">{texts.noMail}</span>
        <button type="button" class="linkish" data-hides="no-mail" hidden>
          {texts.notNow}
        </button>
      </p>
    )}
  </>
)
