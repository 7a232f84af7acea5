// npm run sizes: the ten largest files and functions, to be read at review. Rough: a function is a top-level `const …
// =>` or `function`, up to the line that closes it at the same depth.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const folders = ['src', 'web', 'test', 'scripts', 'bench']
const isSource = (name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith('/tables.ts') && !name.includes('node_modules')

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter(isSource)

const functionsIn = ({ file, lines }) =>
  lines.flatMap((line, start) => {
    const match =
      /^(\s*)(?:export )?(?:async )?(?:const (\w+)\b.*(?:=>|function\b).*|function\*? (\w+).*|(?:static |private |override |async |get )*(\w+)\(.*\).*)\{$/.exec(
        line,
      )
    if (!match || /^\s*(if|for|while|switch|catch|return)\b/.test(line)) return []
    const [, indent, ...names] = match
    const length = lines.slice(start + 1).findIndex((later) => later.startsWith(`${indent}}`)) + 2
    return [{ name: `${names.find(Boolean)} in ${file}:${start + 1}`, length }]
  })

const show = (title, rows) => {
  console.log(`\n${title}`)
  for (const { name, length } of rows.sort((a, b) => b.length - a.length).slice(0, 10))
    console.log(`${String(length).padStart(6)}  ${name}`)
}

const files = folders
  .flatMap(filesIn)
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n') }))
const source = files.filter(({ file }) => file.startsWith('src/') && !file.endsWith('.test.ts'))
const sorted = source.map(({ lines }) => lines.length).sort((a, b) => a - b)
const sum = (list) => list.reduce((total, { lines }) => total + lines.length, 0)

console.log(
  `${source.length} files in src/ without tests: ${sum(source)} lines, median ${sorted[Math.floor(sorted.length / 2)] ?? 0}. Tests and tools: ${sum(files) - sum(source)} lines.`,
)
show(
  'The largest files of src/',
  source.map(({ file, lines }) => ({ name: file, length: lines.length })),
)
show(
  'The largest other files',
  files.filter((entry) => !source.includes(entry)).map(({ file, lines }) => ({ name: file, length: lines.length })),
)
show('The longest functions of src/', source.flatMap(functionsIn))
