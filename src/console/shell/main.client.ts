import { watchCopyButtons } from './copy.client.ts'
import { showCurrentTab } from './current-tab.client.ts'
import { watchFileSizes } from './file-size.client.ts'
import { watchKeys } from './keys.client.ts'
import { watchParts } from './live-parts.client.ts'
import { watchMenus } from './menus.client.ts'
import { watchNotes } from './notes.client.ts'
import { openPalette, watchPalette } from './palette.client.ts'
import { watchProgress } from './progress.client.ts'
import { watchFields } from './save-fields.client.ts'
import { watchSearch } from './search.client.ts'
import { submitAtOnce } from './submit-at-once.client.ts'
import { watchSwaps } from './swap.client.ts'
import { watchAllBoxes } from './tick-all.client.ts'
import { watchToasts } from './toast.client.ts'
import { watchTyped } from './typed.client.ts'

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
