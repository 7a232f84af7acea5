import { chooseBrowserZone } from '../../../web/account/browser-zone.ts'
import { drawBars } from './hours-bars.client.tsx'

// The zone of the browser, and the name on the card as it is typed.
const zones = document.querySelector<HTMLSelectElement>('select[data-guess]')
if (zones) chooseBrowserZone(zones)

document.addEventListener('input', (event) => {
  const input = event.target as HTMLInputElement
  if (input.name !== 'name') return
  const name = input.value.trim()
  document.getElementById('card-name')?.replaceChildren(name || '…')
  document.getElementById('card-initial')?.replaceChildren([...name][0]?.toUpperCase() ?? '·')
})

drawBars()
