// Run in a process of its own: claims the data folder as soon as it is asked to, reports the outcome, and holds it.
import { once } from 'node:events'
import { claimFolder, FolderInUse } from '#process/folder/folder.ts'

const [folder = ''] = process.argv.slice(2)
process.send?.('ready')
await once(process, 'message')
try {
  const claim = await claimFolder(folder)
  claim.answerWith(async (request) => ({ heard: request }))
  process.send?.({ holds: true })
} catch (error) {
  if (!(error instanceof FolderInUse)) throw error
  process.send?.({ holds: false, ownerPid: error.pid, message: error.message })
  process.disconnect()
}
