// The documentation can be read without this. It adds a search, copy buttons, and requests that are sent from the page.
import { addCopyButtons } from './copy.ts'
import { followLanguage } from './language.ts'
import { addSearch } from './search.ts'
import { followTheme } from './theme.ts'
import { addTrials } from './trial.ts'

const menu = document.querySelector<HTMLDetailsElement>('.menu')
const wide = matchMedia('(min-width: 60rem)')
const fitMenu = (): void => {
  if (menu) menu.open = wide.matches
}
fitMenu()
wide.addEventListener('change', fitMenu)
addCopyButtons(document.body)
followLanguage()
followTheme()
addSearch()
addTrials()
