import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import { BrandMark, Dot } from '#ui/icons.tsx'
import type { WelcomeTexts } from '../../../languages/console/welcome.ts'

interface StepProps {
  readonly texts: WelcomeTexts
  /** 0: none of the three steps. */
  readonly step: 0 | 1 | 2 | 3
  readonly title: string
  readonly intro: string
  readonly children: ComponentChildren
  /** What is to the right of it. */
  readonly aside?: ComponentChildren
  /** Takes the room of what else would be to the right. */
  readonly isWide?: boolean
}

/** A page of the first run: one question, and beside it what comes of it. */
export const Step = ({ texts, step, title, intro, children, aside, isWide }: StepProps) => (
  <div class="welcome">
    <p class="brand">
      <BrandMark />
      <span>Openslot</span>
    </p>
    <div class={aside ? 'columns' : ''}>
      <div class={isWide ? 'step-main wide' : 'step-main'}>
        {step > 0 && (
          <p class="steps">
            {[1, 2, 3].map((one) => (
              <i key={one} class={one <= step ? 'on' : ''} />
            ))}
            {filled(texts.step, { count: String(step) })}
          </p>
        )}
        <h1>{title}</h1>
        <p class="intro">{intro}</p>
        {children}
      </div>
      {aside}
    </div>
  </div>
)

interface CardProps {
  readonly texts: WelcomeTexts
  readonly name: string
}

/** The page that will be there, in a few lines. The script keeps the name as it is typed. */
export const PageCard = ({ texts, name }: CardProps) => (
  <div class="page-card" aria-hidden="true">
    <span class="avatar" id="card-initial">
      {[...name][0]?.toUpperCase() ?? '·'}
    </span>
    <b id="card-name">{name === '' ? '…' : name}</b>
    <span class="soft">{texts.chooseWhat}</span>
    <p>
      <Dot color="var(--accent)" />
      <span>
        <b>{texts.meeting}</b>
        <small>{texts.minutes}</small>
      </span>
    </p>
  </div>
)
