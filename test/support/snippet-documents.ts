import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newDataFolder } from './databases.ts'
import { newFolder, newInstallation, startService } from './processes.ts'
import { lacking } from './requirements.ts'
import { pasteAll } from './snippet-shell.ts'
import { snippetsOf, useOf } from './snippets.ts'

/** One demo for all of them, and a folder to paste into for each. */
export const testDocuments = (documents: readonly string[]): void => {
  void describe('on a fresh demo, as they are pasted, in the order of the document', () => {
    let demo: { readonly address: string; readonly data: string }
    const home = process.cwd()

    before(async () => {
      const settings = await newInstallation()
      const { address } = await startService({ ...settings, OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8' }, [
        'start',
        '--demo',
      ])
      demo = { address, data: settings.OPENSLOT_DATA ?? '' }
    })
    after(() => process.chdir(home))

    for (const document of documents) {
      const snippets = snippetsOf(document)
      if (snippets.some((snippet) => useOf(snippet).kind === 'run'))
        test(`${document}: every command and program works, and prints what the document shows`, {
          skip: lacking('shell'),
        }, async () => {
          const folder = await newFolder()
          await symlink(demo.data, join(folder, 'data'))
          // Commands write files where they are typed.
          process.chdir(folder)
          const wrong = await pasteAll(snippets, { folder, address: demo.address, emptyData: await newDataFolder() })
          assert.deepEqual(wrong, [])
        })
    }
  })
}
