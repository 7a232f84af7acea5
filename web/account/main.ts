import { chooseBrowserZone } from './browser-zone.ts'

document.querySelectorAll<HTMLSelectElement>('select[data-browser-zone]').forEach(chooseBrowserZone)
