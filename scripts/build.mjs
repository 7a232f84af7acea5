// Makes the service ready to run; done in a moment when nothing changed.
import { ensureBundle, ensureEmptyDatabase, ensurePackages } from './ready.mjs'

ensurePackages()
await ensureBundle().catch((error) => {
  // esbuild has already shown what is wrong with the source; a fault of its own is shown here.
  if (!error.errors) console.error(error)
  process.exit(1)
})
ensureEmptyDatabase()
