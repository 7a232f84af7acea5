import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditedPlace, EditedType } from './edited-type.ts'

interface PlaceListProps {
  readonly texts: EventTypesTexts
  readonly token: string
  readonly path: string
  readonly places: readonly EditedPlace[]
  readonly newPlace: EditedType['newPlace']
  readonly wrong: string | undefined
}

/** Where it takes place: guests choose, where there are several. */
export const PlaceList = ({ texts, token, path, places, newPlace, wrong }: PlaceListProps) => (
  <section class="field" id="places">
    <h3 class="label">{texts.where}</h3>
    <ul class="list small">
      {places.length === 0 && <li class="soft">{texts.noPlace}</li>}
      {places.map(({ kind, label, detail }, index) => (
        <li key={`${kind} ${detail}`}>
          <span class="grow">
            {label} {detail !== '' && <span class="soft">· {detail}</span>}
          </span>
          <Form token={token} action={`${path}/places`} fields={{ remove: String(index) }} swaps>
            <button type="submit" class="icon-only" aria-label={filled(texts.removeOf, { name: label })}>
              <CloseIcon />
            </button>
          </Form>
        </li>
      ))}
    </ul>
    {wrong !== undefined && (
      <p class="wrong" role="alert">
        {wrong}
      </p>
    )}
    <details class="adding" id="add-place" open={wrong !== undefined}>
      <summary>{texts.addPlace}</summary>
      <Form token={token} action={`${path}/places`} swaps>
        <div class="fields">
          <div class="field">
            <label for="place-kind">{texts.placeKind}</label>
            <select id="place-kind" name="kind">
              {Object.entries(texts.places).map(([kind, label]) => (
                <option key={kind} value={kind} selected={kind === newPlace?.kind}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="place-text">{texts.placeText}</label>
            <input type="text" id="place-text" name="text" value={newPlace?.text} maxLength={255} autocomplete="off" />
          </div>
        </div>
        <button type="submit" class="second">
          {texts.addPlace}
        </button>
      </Form>
    </details>
  </section>
)
