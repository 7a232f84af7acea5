import type { Location } from '#event-types/index.ts'
import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditorProps } from './editor-props.ts'

/** The text of a location, whatever its kind calls it. */
const textOfLocation = (location: Location): string =>
  ('location' in location ? location.location : undefined) ??
  ('phone_number' in location ? location.phone_number : undefined) ??
  ''

const detailOf = (location: Location): string =>
  [textOfLocation(location), 'additional_info' in location ? (location.additional_info ?? '') : '']
    .filter((text) => text !== '')
    .join(' · ')

/** Under which name the error of a location is given. */
export const locationError = (of: number | undefined): string => (of === undefined ? 'locations' : `location ${of}`)

/** Where meetings take place: invitees choose if there are several. */
export const LocationList = ({ texts, token, path, setup, refusedLocation, errors }: EditorProps) => {
  const locations = setup.event_type.locations ?? []
  const refusedAt = (of: number | undefined) => (refusedLocation?.of === of ? refusedLocation : undefined)
  const isNewRefused = errors[locationError(undefined)] !== undefined
  return (
    <section class="field" id="locations">
      <h3 class="label">{texts.location}</h3>
      {locations.length === 0 && <p class="soft">{texts.noLocation}</p>}
      {locations.map((location, index) => {
        const wrong = errors[locationError(index)]
        const label = texts.locations[location.kind]
        const detail = detailOf(location)
        return (
          <div key={`${location.kind} ${detail}`} class="row location">
            <details class="adding grow" id={`location-${index}`} open={wrong !== undefined}>
              <summary>
                {label}
                {detail !== '' && <span class="soft"> · {detail}</span>}
              </summary>
              <Form token={token} action={`${path}/locations?${new URLSearchParams({ of: String(index) })}`} swaps>
                <LocationFields
                  texts={texts}
                  id={`location-${index}`}
                  kind={refusedAt(index)?.kind ?? location.kind}
                  text={refusedAt(index)?.text ?? textOfLocation(location)}
                  wrong={wrong}
                />
                <button type="submit" class="second">
                  {texts.save}
                </button>
              </Form>
            </details>
            <Form token={token} action={`${path}/locations`} fields={{ remove: String(index) }} swaps>
              <button type="submit" class="icon-only" aria-label={filled(texts.removeOf, { name: label })}>
                <CloseIcon />
              </button>
            </Form>
          </div>
        )
      })}
      <details class="adding" id="add-location" open={isNewRefused}>
        <summary>{texts.addLocation}</summary>
        <Form token={token} action={`${path}/locations`} swaps>
          <LocationFields
            texts={texts}
            id="new-location"
            kind={refusedAt(undefined)?.kind ?? ''}
            text={refusedAt(undefined)?.text ?? ''}
            wrong={errors[locationError(undefined)]}
          />
          <button type="submit" class="second">
            {texts.addLocation}
          </button>
        </Form>
      </details>
    </section>
  )
}

interface LocationFieldsProps {
  readonly texts: EventTypesTexts
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly wrong: string | undefined
}

const LocationFields = ({ texts, id, kind, text, wrong }: LocationFieldsProps) => (
  <div class="fields">
    <div class="field">
      <label for={`${id}-kind`}>{texts.locationKind}</label>
      <select id={`${id}-kind`} name="kind">
        {Object.entries(texts.locations).map(([one, label]) => (
          <option key={one} value={one} selected={one === kind}>
            {label}
          </option>
        ))}
      </select>
    </div>
    <div class="field by-text">
      <label for={`${id}-text`}>{texts.locationText}</label>
      <input
        type="text"
        id={`${id}-text`}
        name="text"
        value={text}
        maxLength={255}
        autocomplete="off"
        aria-describedby={`${id}-wrong`}
        aria-invalid={wrong !== undefined || undefined}
      />
      <p class="wrong" id={`${id}-wrong`} role={wrong === undefined ? undefined : 'alert'} hidden={wrong === undefined}>
        {wrong}
      </p>
    </div>
  </div>
)
