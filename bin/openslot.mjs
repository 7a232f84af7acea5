#!/usr/bin/env -S node --max-semi-space-size=2 --v8-pool-size=1
// The flags above save memory in a service that idles: a small young heap 25 MB, and one thread instead of four that compile
// the embedded database 40 MB. V8 takes them only at its start, so that `npm start` repeats them; from here it would be too late.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/main.js', import.meta.url)
if (!existsSync(bundle)) await import('../scripts/build.mjs')
await import(bundle.href)
