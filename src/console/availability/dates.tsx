import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import { CloseIcon, PlusIcon } from '#ui/icons.tsx'
import type { AvailabilityTexts } from '../../../languages/console/availability.ts'

/** Dates that follow each other and have the same hours. */
export interface DatesRow {
  readonly start: string
  readonly end: string
  /** `Mon, Dec 21 – Thu, Dec 31` */
  readonly title: string
  readonly note: string
  readonly hours: string
  readonly isOff: boolean
}

export interface DatesProps {
  readonly texts: AvailabilityTexts['dates']
  readonly token: string
  readonly path: string
  readonly rows: readonly DatesRow[]
  readonly today: string
  readonly wrong: { readonly field: 'days' | 'hours'; readonly text: string } | undefined
  readonly typed: Readonly<Record<string, string>>
  /** How hours are written. */
  readonly hint: string
  readonly country: { readonly code: string; readonly name: string; readonly isChosen: boolean }
  readonly countries: readonly { readonly code: string; readonly name: string }[]
  readonly holidays: readonly {
    readonly date: string
    readonly shown: string
    readonly name: string
    readonly isTaken: boolean
  }[]
}

/** Date-specific hours: consecutive dates with the same hours share a row. */
export const Dates = (props: DatesProps) => {
  const { texts, token, path, rows } = props
  return (
    <section aria-labelledby="dates-title">
      <div class="dates-head">
        <h2 id="dates-title">{texts.title}</h2>
        <Holidays {...props} />
        <AddDates {...props} />
      </div>
      {rows.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <ul class="list dates">
          {rows.map(({ start, end, title, note, hours, isOff }) => (
            <li key={start}>
              <span class="grow">
                <b>{title}</b>
                <span class="facts">{note}</span>
              </span>
              <span class={isOff ? 'chip' : 'chip good num'}>{hours}</span>
              <Form token={token} action={`${path}/dates/remove`} fields={{ start, end }} swaps>
                <button type="submit" class="icon-only" aria-label={filled(texts.remove, { dates: title })}>
                  <CloseIcon />
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const AddDates = ({ texts, token, path, today, wrong, typed, hint }: DatesProps) => (
  <details class="menu fields-menu" data-menu="dates" open={wrong !== undefined}>
    <summary class="button second sm">
      <PlusIcon />
      {texts.add}
    </summary>
    <div class="menu-body">
      <Form token={token} action={`${path}/dates`} swaps>
        <div class="fields">
          <div>
            <label for="dates-start">{texts.first}</label>
            <input
              id="dates-start"
              type="date"
              name="start"
              required
              min={today}
              value={typed.start}
              aria-describedby="days-wrong"
            />
          </div>
          <div>
            <label for="dates-end">{texts.last}</label>
            <input
              id="dates-end"
              type="date"
              name="end"
              min={today}
              value={typed.end}
              aria-describedby="days-wrong"
              aria-invalid={wrong?.field === 'days' || undefined}
            />
          </div>
        </div>
        <p class="wrong" id="days-wrong" hidden={wrong?.field !== 'days'}>
          {wrong?.text}
        </p>
        <fieldset>
          <legend class="unseen">{texts.on}</legend>
          <label class="choice">
            <input type="radio" name="kind" value="off" checked={typed.kind !== 'hours'} />
            {texts.off}
          </label>
          <label class="choice">
            <input type="radio" name="kind" value="hours" checked={typed.kind === 'hours'} />
            {texts.on}
          </label>
          <input
            type="text"
            name="hours"
            value={typed.hours}
            aria-label={texts.on}
            aria-describedby="dates-hint dates-wrong"
            aria-invalid={wrong?.field === 'hours' || undefined}
            autocomplete="off"
          />
          <p class="hint" id="dates-hint">
            {hint}
          </p>
          <p class="wrong" id="dates-wrong" hidden={wrong?.field !== 'hours'}>
            {wrong?.text}
          </p>
        </fieldset>
        <button type="submit" class="sm">
          {texts.submit}
        </button>
      </Form>
    </div>
  </details>
)

const Holidays = ({ texts, token, path, country, countries, holidays }: DatesProps) => (
  <details class="menu fields-menu" data-menu="holidays" open={country.isChosen}>
    <summary class="button plain sm">{filled(texts.holidays, { country: country.name })}</summary>
    <div class="menu-body wide">
      <form method="get" action={path} data-asks="" class="row">
        <label for="country" class="unseen">
          {texts.country}
        </label>
        <select id="country" name="country">
          {countries.map(({ code, name }) => (
            <option key={code} value={code} selected={code === country.code}>
              {name}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit" class="second sm">
            {texts.show}
          </button>
        </noscript>
      </form>
      <Form token={token} action={`${path}/holidays`} swaps>
        <ul class="holidays">
          {holidays.map(({ date, shown, name, isTaken }) => (
            <li key={date}>
              <label class="choice">
                <input type="checkbox" name="date" value={date} checked disabled={isTaken} />
                <span class="num">{shown}</span> <span class="facts">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        <button type="submit" class="sm">
          {texts.blockHolidays}
        </button>
      </Form>
    </div>
  </details>
)
