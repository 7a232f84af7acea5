import { useEffect, useRef, useState } from 'preact/hooks'
import { queryWith } from './addresses.ts'
import { GlobeIcon } from './icons.tsx'
import type { BookingData } from './page-data.ts'
import { zoneLabel } from './words.ts'

interface ZoneChoiceProps {
  readonly data: BookingData
  readonly zone: string
  readonly isLive: boolean
  readonly loadZones: () => Promise<readonly (readonly [zone: string, offset: string])[]>
  readonly onZone: (zone: string) => void
}

/**
 * The time zone, and a list to change it. A list of our own inside the page: in a frame that follows the height of the page,
 * a native drop-down would be cut off.
 */
export const ZoneChoice = ({ data, zone, isLive, loadZones, onZone }: ZoneChoiceProps) => {
  const { texts } = data.language
  const [isOpen, open] = useState(false)
  const [zones, setZones] = useState<readonly (readonly [string, string])[]>([])
  const [wanted, want] = useState('')
  const [pointed, point] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    input.current?.focus()
    let isHere = true
    void loadZones().then(
      (loaded) => isHere && setZones(loaded),
      () => isHere && setZones([[zone, '']]),
    )
    return () => {
      isHere = false
    }
  }, [isOpen])

  const parts = wanted
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean)
  // The current one comes first, until the visitor searches.
  const known = parts.length > 0 ? zones : [...zones.filter(([name]) => name === zone), ...zones.filter(([name]) => name !== zone)]
  const found = known.filter(([name]) => parts.every((part) => name.toLowerCase().includes(part))).slice(0, 60)
  const place = Math.min(pointed, found.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [place, wanted])

  if (!isLive) {
    return (
      <details class="zone">
        <summary>
          <GlobeIcon />
          <span class="unseen">{texts.timeZone}: </span>
          {zoneLabel(zone)}
        </summary>
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
    want('')
    point(0)
    button.current?.focus()
  }
  const take = (name: string | undefined): void => {
    if (name !== undefined) onZone(name)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') take(found[place]?.[0])
    else if (event.key === 'ArrowDown') point(Math.min(place + 1, found.length - 1))
    else if (event.key === 'ArrowUp') point(Math.max(place - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <div class={isOpen ? 'zone opened' : 'zone'}>
      <button ref={button} class="quiet" type="button" aria-expanded={isOpen} aria-controls="zones" onClick={() => (isOpen ? close() : open(true))}>
        <GlobeIcon />
        <span class="unseen">{texts.timeZone}: </span>
        {zoneLabel(zone)}
      </button>
      <div id="zones" class="zones" hidden={!isOpen}>
        {isOpen && (
          <>
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label={texts.searchZone}
              placeholder={texts.searchZone}
              aria-expanded="true"
              aria-controls="zone-list"
              aria-autocomplete="list"
              aria-activedescendant={found.length > 0 ? `zone-${place}` : undefined}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => {
                want(event.currentTarget.value)
                point(0)
              }}
              onKeyDown={onKeyDown}
            />
            <div ref={list} id="zone-list" role="listbox" aria-label={texts.timeZone} tabIndex={-1}>
              {found.map(([name, offset], at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above, which points into this list.
                // biome-ignore lint/a11y/useFocusableInteractive: as above: the focus stays in the field.
                <div key={name} id={`zone-${at}`} role="option" aria-selected={at === place} onClick={() => take(name)}>
                  {zoneLabel(name)} <small>{offset}</small>
                </div>
              ))}
            </div>
            <p class="hint" role="status">
              {zones.length > 0 && found.length === 0 ? texts.noZone : ''}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
