import { filled } from '#ui/format.ts'
import { Choice, Form, FormAlert } from '#ui/forms.tsx'
import type { WelcomeTexts } from '../../../languages/console/welcome.ts'
import type { ClockNotation } from '../availability/clock-time.ts'
import type { BarTexts } from '../availability/hours-bar.tsx'
import { Step } from './steps.tsx'

/** What the page gives to the script. */
export interface BarsData {
  readonly texts: BarTexts & { readonly drag: string }
  readonly names: readonly string[]
  readonly halves: ClockNotation['halves']
}

export interface DayHours {
  /** `monday` */
  readonly day: string
  readonly name: string
  readonly isOn: boolean
  readonly from: string
  readonly until: string
}

interface HoursPageProps {
  readonly texts: WelcomeTexts
  readonly token: string
  readonly zone: string
  readonly days: readonly DayHours[]
  readonly barTexts: BarsData['texts'] & { readonly keys: string }
  readonly halves: BarsData['halves']
  readonly wrong: string | undefined
}

/** Step 2: when people can book. The fields say it; the script draws a bar beside each day. */
export const HoursPage = ({ texts, token, zone, days, barTexts: { keys, ...bar }, halves, wrong }: HoursPageProps) => (
  <Step texts={texts} step={2} title={texts.titleHours} intro={filled(texts.introHours, { zone })} isWide>
    <Form token={token} action="/app/welcome/hours">
      <p class="unseen" id="hours-keys">
        {keys}
      </p>
      <div class="bars-head" id="bars-scale" />
      <ul class="days">
        {days.map(({ day, name, isOn, from, until }) => (
          <li key={day} class="day">
            <Choice name="day" value={day} checked={isOn}>
              {name}
            </Choice>
            <span class="range">
              <input type="time" name={`${day}_from`} value={from} aria-label={filled(texts.from, { day: name })} />
              <span aria-hidden="true">–</span>
              <input type="time" name={`${day}_until`} value={until} aria-label={filled(texts.until, { day: name })} />
            </span>
            <span class="bar-place" />
          </li>
        ))}
      </ul>
      <script
        type="application/json"
        id="bars-data"
        dangerouslySetInnerHTML={{
          __html: JSON.stringify({
            texts: bar,
            names: days.map(({ name }) => name),
            halves,
          } satisfies BarsData).replaceAll('<', '\\u003c'),
        }}
      />
      <FormAlert>{wrong}</FormAlert>
      <button type="submit" class="large">
        {texts.saveHours}
      </button>
    </Form>
  </Step>
)
