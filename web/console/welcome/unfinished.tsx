import type { WelcomeTexts } from '../../../languages/console/welcome.ts'

interface UnfinishedProps {
  readonly texts: WelcomeTexts
  readonly left: readonly { readonly href: string; readonly words: string }[]
  /** Whether to say that there is no mail server: to those who can change that. */
  readonly lacksMail: boolean
}

/** What is left of the first run. The script hides it for this session, when asked to. */
export const Unfinished = ({ texts, left, lacksMail }: UnfinishedProps) => (
  <>
    {left.length > 0 && (
      <p class="note" id="unfinished">
        <span class="grow">
          <b>{texts.left}</b>{' '}
          {left.map(({ href, words }, index) => (
            <span key={href}>
              {index > 0 && ' · '}
              <a href={href}>{words}</a>
            </span>
          ))}
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
