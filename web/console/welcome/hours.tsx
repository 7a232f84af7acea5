import type { WelcomeTexts } from '../../../languages/console/welcome.ts'
import { filled } from '../../booking/words.ts'
import { Form } from '../forms.tsx'
import { PageCard, Step } from './steps.tsx'

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
  readonly name: string
  readonly days: readonly DayHours[]
  readonly wrong: string | undefined
}

/** Step 2: when people can book. */
export const HoursPage = ({ texts, token, zone, name, days, wrong }: HoursPageProps) => (
  <Step texts={texts} step={2} title={texts.titleHours} intro={filled(texts.introHours, { zone })} aside={<PageCard texts={texts} name={name} />}>
    <Form token={token} action="/app/welcome/hours">
      <ul class="days">
        {days.map(({ day, name: words, isOn, from, until }) => (
          <li key={day}>
            <label class="choice">
              <input type="checkbox" name="day" value={day} checked={isOn} />
              <span>{words}</span>
            </label>
            <span class="range">
              <input type="time" name={`${day}_from`} value={from} aria-label={filled(texts.from, { day: words })} />
              <span aria-hidden="true">–</span>
              <input type="time" name={`${day}_until`} value={until} aria-label={filled(texts.until, { day: words })} />
            </span>
          </li>
        ))}
      </ul>
      {wrong !== undefined && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <button type="submit" class="large">
        {texts.fits}
      </button>
    </Form>
  </Step>
)
