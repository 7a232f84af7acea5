#!/usr/bin/env -S node --v8-pool-size=1
// The flag above saves 40 MB: one thread instead of four that compile the embedded database. V8 takes it only at its start, so
// that `npm start` repeats it; from here it would be too late. A smaller young heap would save 20 MB more, and cost a third of
// the requests per second.
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/main.js', import.meta.url)
if (!existsSync(bundle)) await import('../scripts/build.mjs')
await import(bundle.href)
