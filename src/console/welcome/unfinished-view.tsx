import type { WelcomeTexts } from '../../../languages/console/welcome.ts'

interface UnfinishedProps {
  readonly texts: WelcomeTexts
  readonly left: readonly { readonly href: string; readonly text: string }[]
}

/** What is left of the first run. The script hides it for this session, when asked to. */
export const Unfinished = ({ texts, left }: UnfinishedProps) => (
  <>
    {left.length > 0 && (
      <p class="note" id="unfinished">
        <span class="grow">
          <b>{texts.left}</b>{' '}
          {left.map(({ href, text }, index) => (
            <span key={href}>
              {index > 0 && ' · '}
              <a href={href}>{text}</a>
            </span>
          ))}
        </span>
        <button type="button" class="linkish" data-hides="unfinished" hidden>
          {texts.dismiss}
        </button>
      </p>
    )}
  </>
)
