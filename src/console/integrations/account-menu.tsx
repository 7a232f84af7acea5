import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import { DotsIcon } from '#ui/icons.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'

interface AccountMenuProps {
  readonly texts: Pick<CalendarsTexts, 'more' | 'disconnect'>
  readonly token: string
  readonly action: string
  /** As the row calls it. */
  readonly account: string
  /** What follows when it is disconnected. */
  readonly hint: string
  readonly swaps?: boolean
  readonly children?: ComponentChildren
}

/** The menu of an account: it is disconnected there, once the person has read what follows. */
export const AccountMenu = ({ texts, token, action, account, hint, swaps = false, children }: AccountMenuProps) => (
  <details class="menu">
    <summary class="icon-only button" aria-label={filled(texts.more, { account })}>
      <DotsIcon />
    </summary>
    <div class="menu-box">
      <Form token={token} action={action} swaps={swaps}>
        <p class="hint">{hint}</p>
        {children}
        <button type="submit" class="danger sm">
          {texts.disconnect}
        </button>
      </Form>
    </div>
  </details>
)
