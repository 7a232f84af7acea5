#!/usr/bin/env -S node --v8-pool-size=1 --max-semi-space-size=32
// The first flag above saves 40 MB: one thread instead of four that compile the embedded database. The second lets the
// young heap grow to twice its size under load, where most of what is made is needed for a moment only. V8 takes them
// only at its start, so that `npm start` repeats them; from here it would be too late.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/main.js', import.meta.url)
if (!existsSync(bundle)) await import('../scripts/build.mjs')
await import(bundle.href)
