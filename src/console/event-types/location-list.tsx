import { isJoinPattern, type Location } from '#event-types/index.ts'
import { filled } from '#ui/format.ts'
import { Form, FormButton } from '#ui/forms.tsx'
import { CloseIcon, PhoneIcon, PlaceIcon, VideoIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditorProps } from './editor-props.ts'
import type { EventTypeSetup } from './settings.tsx'

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

/** The names of hosts who have no link for meetings at this location; empty for all other kinds. */
export const hostsWithoutLink = ({ conferences, hosts }: EventTypeSetup, kind: string): readonly string[] => {
  const without = conferences.find((conference) => conference.kind === kind)?.hosts_without_link ?? []
  return hosts.filter(({ user }) => without.includes(user)).map(({ name }) => name)
}

const jitsi = 'https://meet.jit.si/{random}'

/** As booking pages show it. */
const LocationIcon = ({ location }: { readonly location: Location }) => {
  if (location.kind === 'inbound_call' || location.kind === 'outbound_call') return <PhoneIcon />
  if (location.kind === 'physical' || location.kind === 'ask_invitee') return <PlaceIcon />
  return location.kind === 'custom' && !isJoinPattern(location.location) ? <PlaceIcon /> : <VideoIcon />
}

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
        const without = hostsWithoutLink(setup, location.kind)
        return (
          <div key={`${location.kind} ${detail}`} class="row location">
            <details class="adding grow" id={`location-${index}`} open={wrong !== undefined}>
              <summary>
                <LocationIcon location={location} />
                {label}
                {detail !== '' && <span class="soft"> · {detail}</span>}
                {without.length > 0 && <span class="soft"> · {texts.notConnected}</span>}
              </summary>
              {without.length > 0 && <p class="wrong">{filled(texts.noLinkFor, { hosts: without.join(', ') })}</p>}
              <Form token={token} action={`${path}/locations?${new URLSearchParams({ of: String(index) })}`} swaps>
                <LocationFields
                  texts={texts}
                  setup={setup}
                  id={`location-${index}`}
                  kind={refusedAt(index)?.kind ?? location.kind}
                  text={refusedAt(index)?.text ?? textOfLocation(location)}
                  url={refusedAt(index)?.url ?? ''}
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
            setup={setup}
            id="new-location"
            kind={refusedAt(undefined)?.kind ?? ''}
            text={refusedAt(undefined)?.text ?? ''}
            url={refusedAt(undefined)?.url ?? ''}
            wrong={errors[locationError(undefined)]}
          />
          <button type="submit" class="second">
            {texts.addLocation}
          </button>
        </Form>
      </details>
      {!locations.some((location) => location.kind === 'custom' && isJoinPattern(location.location)) && (
        <FormButton
          token={token}
          action={`${path}/locations`}
          fields={{ kind: 'custom', text: jitsi }}
          swaps
          button="second"
        >
          {texts.addJitsi}
        </FormButton>
      )}
    </section>
  )
}

interface LocationFieldsProps {
  readonly texts: EventTypesTexts
  readonly setup: EventTypeSetup
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly url: string
  readonly wrong: string | undefined
}

const LocationFields = ({ texts, setup, id, kind, text, url, wrong }: LocationFieldsProps) => (
  <div class="fields">
    <div class="field">
      <label for={`${id}-kind`}>{texts.locationKind}</label>
      <select id={`${id}-kind`} name="kind">
        {Object.entries(texts.locations).map(([one, label]) => {
          const isConnected = hostsWithoutLink(setup, one).length === 0
          return (
            <option key={one} value={one} selected={one === kind} class={isConnected ? undefined : 'unconnected'}>
              {isConnected ? label : `${label} (${texts.notConnected})`}
            </option>
          )
        })}
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
    </div>
    <div class="field by-url">
      <label for={`${id}-url`}>{texts.conferenceLink}</label>
      <input
        type="url"
        id={`${id}-url`}
        name="url"
        value={url}
        maxLength={2048}
        placeholder="https://"
        autocomplete="off"
        aria-describedby={`${id}-url-hint ${id}-wrong`}
        aria-invalid={wrong !== undefined || undefined}
      />
      <p class="hint" id={`${id}-url-hint`}>
        {texts.conferenceLinkHint}
      </p>
    </div>
    <p class="wrong" id={`${id}-wrong`} role={wrong === undefined ? undefined : 'alert'} hidden={wrong === undefined}>
      {wrong}
    </p>
  </div>
)
