import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import type { Mail, Mailer } from './mail.ts'
import { writeMessage } from './mime.ts'

/** Where messages go that no server takes. */
export const mailFolderIn = (dataFolder: string): string => join(dataFolder, 'mail')

/**
 * Without a server, messages are files that any mail program opens; a repeat is the same file. Only this account may
 * read them.
 */
export const fileMailer = (folder: string): Mailer => ({
  send: async (mail) => {
    const file = fileNameOf(mail)
    const path = join(folder, file)
    await makeFolder(folder)
    await writeFile(`${path}.part`, writeMessage(mail), { mode: 0o600 })
    await rename(`${path}.part`, path)
    return { kind: 'written', file: path }
  },
  close: () => {},
})

/** `2026-11-15T09-30-00Z-0b8f….eml`: in the order of their times. */
const fileNameOf = ({ messageId, date }: Mail): string => {
  const id = messageId.replace(/^<|@.*$/g, '').replace(/[^\w-]/g, '')
  return `${timeIn(date)}-${id}.eml`
}

const timeIn = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const ofOurs = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z)-[\w-]+\.eml(?:\.part)?$/
const filesAtOnce = 1000

/**
 * Messages from before then, a piece of them; whether there are more. Whatever else lies in that folder is not ours to
 * delete.
 */
export const deleteOldFiles = async (folder: string, before: Date): Promise<{ readonly more: boolean }> => {
  const limit = timeIn(before)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old = names.filter((name) => (ofOurs.exec(name)?.[1] ?? limit) < limit)
  for (const name of old.slice(0, filesAtOnce)) await rm(join(folder, name), { force: true })
  return { more: old.length > filesAtOnce }
}
