import { Fragment } from 'preact'
import { Choice } from '#ui/forms.tsx'
import type { ShellTexts } from '../../../languages/console/shell.ts'

/** Keys that are no element's, on every page. */
const alwaysThere = (texts: ShellTexts): readonly (readonly [key: string, name: string])[] => [
  ['Ctrl K', texts.palette],
  ['Ctrl Z', texts.undo],
  ['j k', texts.moveRow],
  ['x', texts.selectRow],
  ['?', texts.keysTitle],
]

/** The command palette, closed and empty: the script fills it when it is opened. And the list of keys. */
export const Palette = ({ texts, formToken }: { readonly texts: ShellTexts; readonly formToken: string }) => (
  <>
    <dialog class="palette" id="palette" aria-label={texts.palette} data-token={formToken}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-label={texts.palette}
        placeholder={texts.palette}
        autocomplete="off"
        spellcheck={false}
      />
      <div role="listbox" id="palette-list" aria-label={texts.palette} />
      <p class="unseen" role="status" />
      <footer aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {texts.navigate}
        </span>
        <span>
          <kbd>Enter</kbd> {texts.select}
        </span>
        <span>
          <kbd>Esc</kbd> {texts.close}
        </span>
      </footer>
    </dialog>
    <dialog class="palette keys" id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.keysTitle}</h2>
      <dl />
      <dl>
        {alwaysThere(texts).map(([key, name]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{name}</dd>
          </Fragment>
        ))}
      </dl>
      <Choice id="single-keys" checked>
        {texts.singleKeys}
      </Choice>
      <form method="dialog">
        <button type="submit" class="second">
          {texts.close}
        </button>
      </form>
    </dialog>
  </>
)
