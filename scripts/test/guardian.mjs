// Outlives a run that is killed: then it ends what the run has left behind, and removes its folders. A run that ends by
// itself ends this first.
import { rmSync } from 'node:fs'
import { endAllOf } from './child.mjs'

const folders = process.argv.slice(2)

const clearUp = () => {
  for (const folder of folders) {
    endAllOf(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.exit()
}

process.once('disconnect', clearUp)
// The run was killed before this had started.
if (!process.connected) clearUp()
