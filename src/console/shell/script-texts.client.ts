import type { ScriptTexts } from './shell.tsx'

/** What the page has put there for its script, in its language. */
export const texts = JSON.parse(document.getElementById('console-texts')?.textContent ?? '{}') as ScriptTexts
