import { useRef, useState } from 'preact/hooks'
import { clockAt, lastPart, writeClock } from '#ui/format.ts'
import { DownIcon, GlobeIcon } from '#ui/icons.tsx'
import type { Actions } from './actions.ts'
import { queryWith } from './addresses.ts'
import type { BookingData, Month } from './page-data.ts'
import { browserNow, useNow } from './use-now.ts'
import { ZoneList } from './zone-list.tsx'

interface ZoneChoiceProps {
  readonly data: BookingData
  readonly zone: string
  readonly month: Month | undefined
  readonly hour12: boolean
  /** Undefined where no script runs. */
  readonly actions: Actions | undefined
  readonly onZone: (zone: string) => void
}

/** The time zone with what its clocks show now, and a list to change it. */
export const ZoneChoice = ({ data, zone, month, hour12, actions, onZone }: ZoneChoiceProps) => {
  const { language } = data
  const { texts } = language
  const [isOpen, open] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const now = useNow(actions !== undefined)
  const known = month?.timezone === zone ? month : undefined
  const label = (
    <>
      <GlobeIcon />
      <span>
        <span class="unseen">{texts.timeZone}: </span>
        {known?.city ?? lastPart(zone)}{' '}
        {known && (
          <small>{writeClock(language, now === undefined ? known.clock : clockAt(now, known.offset), hour12)}</small>
        )}
      </span>
      <DownIcon />
    </>
  )

  if (!actions) {
    return (
      <details class="zone">
        <summary>{label}</summary>
        <form method="get" action={data.eventType.path}>
          {[...new URLSearchParams(queryWith(data.query, { timezone: undefined }))].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label for="zone-name">{texts.timeZone}</label>
          <input id="zone-name" type="text" name="timezone" defaultValue={zone} autocomplete="off" />
          <button class="second" type="submit">
            {texts.show}
          </button>
        </form>
      </details>
    )
  }

  const close = (): void => {
    open(false)
    button.current?.focus()
  }
  const take = (name: string | undefined): void => {
    if (name !== undefined) onZone(name)
    close()
  }
  return (
    <div class={isOpen ? 'zone opened' : 'zone'}>
      <button
        ref={button}
        class="quiet"
        type="button"
        aria-expanded={isOpen}
        aria-controls="zones"
        onClick={() => (isOpen ? close() : open(true))}
      >
        {label}
      </button>
      <div id="zones" class="zones" hidden={!isOpen}>
        {isOpen && (
          <ZoneList
            data={data}
            zone={zone}
            hour12={hour12}
            now={now ?? browserNow()}
            actions={actions}
            onTake={take}
            onLeave={() => open(false)}
          />
        )}
      </div>
    </div>
  )
}
