#!/usr/bin/env -S node --max-semi-space-size=2
// The flag above keeps the young heap small: 25 MB less in a service that idles. V8 takes it only at its start, so that
// `npm start` repeats it, and setting it from here would come too late.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/main.js', import.meta.url)
if (!existsSync(bundle)) await import('../scripts/build.mjs')
await import(bundle.href)
