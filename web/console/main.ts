import { watchCopyButtons } from './copy.ts'
import { showCurrentTab } from './current-tab.ts'
import { watchFileSizes } from './file-size.ts'
import { watchKeys } from './keys.ts'
import { watchParts } from './live-parts.ts'
import { watchMenus } from './menus.ts'
import { watchNotes } from './notes.ts'
import { openPalette, watchPalette } from './palette.ts'
import { watchProgress } from './progress.ts'
import { watchFields } from './save-fields.ts'
import { watchSearch } from './search.ts'
import { submitAtOnce } from './submit-at-once.ts'
import { watchSwaps } from './swap.ts'
import { watchAllBoxes } from './tick-all.ts'
import { watchToasts } from './toast.ts'
import { watchTyped } from './typed.ts'

// What every screen has. All listeners are on the document, so that they also serve what replaces a part of the page.
watchFields()
watchTyped()
watchFileSizes()
watchSwaps()
watchToasts()
watchCopyButtons()
watchSearch()
watchMenus()
watchAllBoxes()
watchNotes()
watchProgress()
watchParts()
showCurrentTab()
// A form that was refused begins at what is wrong with it.
document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
submitAtOnce()
watchPalette()
watchKeys({ 'Control+k': openPalette, 'Meta+k': openPalette })
