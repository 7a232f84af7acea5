import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { clockAt, lastPart, writeClock, writeOffset } from '#ui/format.ts'
import type { Actions } from './actions.ts'
import type { BookingData } from './page-data.ts'
import { commonPlaces, indexPlaces, type ListedPlace, type Places, searchPlaces } from './places.ts'

interface ZoneListProps {
  readonly data: BookingData
  readonly zone: string
  readonly hour12: boolean
  readonly now: number
  readonly actions: Actions
  /** Undefined: nothing was chosen. */
  readonly onTake: (zone: string | undefined) => void
  /** The focus went elsewhere. */
  readonly onLeave: () => void
}

interface Loaded {
  readonly places: Places
  readonly offsets: ReadonlyMap<string, number>
}

const most = 50

/** Countries in the language of the page and in English, by their codes. */
const countryNames = (locale: string) => {
  const languages = [locale, 'en'].map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return (code: string): readonly string[] => (code === '' ? [] : languages.map((names) => names.of(code) ?? code))
}

/**
 * Time zones by city, country, name and abbreviation. A list of our own: in a frame that follows the height of the
 * page, a native drop-down would be cut off.
 */
export const ZoneList = ({ data: { language }, zone, hour12, now, actions, onTake, onLeave }: ZoneListProps) => {
  const { texts, locale } = language
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const [hasFailed, fail] = useState(false)
  const [wanted, want] = useState('')
  const [pointed, point] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    input.current?.focus()
    let isHere = true
    Promise.all([actions.loadPlaces(), actions.loadZones()]).then(
      ([places, zones]) => isHere && setLoaded({ places, offsets: new Map(zones) }),
      () => isHere && fail(true),
    )
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !root.current?.parentElement?.parentElement?.contains(target)) onLeave()
    }
    document.addEventListener('pointerdown', onPress)
    return () => {
      isHere = false
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])

  // A frame that keeps its height would show the head of the list alone.
  useEffect(() => {
    if (loaded) root.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [loaded])

  const index = useMemo(() => (loaded ? indexPlaces(loaded.places, locale, countryNames(locale)) : []), [loaded])
  const found = useMemo((): readonly ListedPlace[] => {
    if (!loaded) return []
    if (wanted.trim() !== '') return searchPlaces(index, wanted)
    const current = index.find((place) => place.zone === zone) ?? { zone, city: lastPart(zone), detail: '' }
    return [current, ...commonPlaces(index, loaded.places).filter((place) => place.zone !== zone)]
  }, [index, wanted])
  const shown = found.filter((place) => loaded?.offsets.has(place.zone)).slice(0, most)
  const at = Math.min(pointed, shown.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, wanted])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onTake(undefined)
    else if (event.key === 'Enter') onTake(shown[at]?.zone)
    else if (event.key === 'ArrowDown') point(Math.min(at + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') point(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <div ref={root}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={texts.searchZone}
        placeholder={texts.searchZone}
        aria-expanded="true"
        aria-controls="zone-list"
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `zone-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          want(event.currentTarget.value)
          point(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="zone-list" role="listbox" aria-label={texts.timeZone} tabIndex={-1}>
        {shown.map((place, index) => {
          const offset = loaded?.offsets.get(place.zone) ?? 0
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys and points into this list.
            // biome-ignore lint/a11y/useFocusableInteractive: as above: the focus stays in the field.
            <div
              key={`${place.zone} ${place.city}`}
              id={`zone-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => onTake(place.zone)}
            >
              <span class="place">
                {place.city} <small>{place.detail}</small>
              </span>
              <span class="now">
                {writeClock(language, clockAt(now, offset), hour12)} <small>{writeOffset(offset)}</small>
              </span>
            </div>
          )
        })}
      </div>
      <p class="hint" role="status">
        {hasFailed ? texts.sendFailed : loaded && shown.length === 0 ? texts.noZone : ''}
      </p>
    </div>
  )
}
