import { CopyIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'

export const CopyLine = ({ texts, text }: { readonly texts: EventTypesTexts; readonly text: string }) => (
  <div class="copy-line">
    <code class="grow clip">{text}</code>
    <button type="button" class="second sm" data-copy={text} aria-label={`${texts.copyLink}: ${text}`}>
      <CopyIcon />
      <span>{texts.copyLink}</span>
    </button>
  </div>
)
