// Says where a word or a name stands that this project no longer uses, and what to use instead: scripts/retired.txt.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const rows = readFileSync(join(root, 'scripts/retired.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))

/** English that people read: texts of pages and mails, the command line, settings, refusals, and documents. */
const isText = (file) =>
  /^languages\/(?:en|[a-z]+-[a-z]+)\.ts$|^languages\/(?:account|console)\/(?:en\/[\w-]+|en)\.ts$/.test(file) ||
  /^src\/cli\/.*\.ts$|^src\/contract\/reasons\.ts$|^src\/platform\/settings\.ts$/.test(file) ||
  /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/[\w-]+\.md$/.test(file)

const isCode = (file) => /^(?:src|web)\/.*\.tsx?$/.test(file)

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const kinds = { texts: isText, names: isCode }

const found = Object.entries(kinds).flatMap(([kind, isOfKind]) => {
  const patterns = rows
    .filter(([of]) => of === kind)
    .map(([, retired, use]) => ({ use, pattern: new RegExp(`\\b${retired}\\b`, kind === 'texts' ? 'i' : '') }))
  return files.filter(isOfKind).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        // Comments have words of their own.
        if (kind === 'texts' && file.endsWith('.ts') && /^\s*(?:\/\/|\/?\*)/.test(line)) return []
        return patterns
          .filter(({ pattern }) => pattern.test(line))
          .map(({ pattern, use }) => `${file}:${index + 1}: ${pattern.exec(line)?.[0]} → ${use}`)
      }),
  )
})

for (const line of found) console.log(line)
process.exitCode = found.length > 0 ? 1 : 0
