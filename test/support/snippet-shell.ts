import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { packageRoot } from '#platform/root.ts'
import { atEnd } from './at-end.ts'
import { runCommand } from './command-line.ts'
import { freePort, launch } from './processes.ts'
import { isAsShown, type Snippet, useOf } from './snippets.ts'

export interface Shell {
  /** Where the pasted commands run. Its `data` is the data folder of the demo. */
  readonly folder: string
  /** The address that stands for `http://127.0.0.1:3000`. */
  readonly address: string
  /** A data folder without a database. */
  readonly emptyData: string
}

/**
 * What `npm run openslot --` does in a pasted snippet, without the half second of a new process: the words come here by
 * HTTP, and the command runs in this process as it would in its own.
 */
const answerCommands = async (folder: string): Promise<string> => {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const [data = '', organization = '', ...words] = Buffer.concat(pieces).toString().split('\0').slice(0, -1)
    const ended = await runCommand(words, {
      OPENSLOT_DATA: data,
      ...(organization === '' ? {} : { OPENSLOT_ORGANIZATION: organization }),
    })
    writeFileSync(join(folder, '.out'), ended.stdout)
    writeFileSync(join(folder, '.err'), ended.stderr)
    response.end(String(ended.code))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const prelude = (commands: string, { folder }: Shell): string => `
set -eu -o pipefail -o allexport
# What a snippet has left running ends with the document.
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
cd ${folder}
npm() {
  if test "$1 $2" = "run capacity"; then command npm --prefix ${packageRoot} "$@"; return; fi
  test "$1" = run && shift && { test "$1" != --silent || shift; } && test "$1 $2" = "openslot --" && shift 2 || { echo "npm $* cannot be run here" >&2; return 2; }
  code=$(printf '%s\\0' "\${OPENSLOT_DATA:-$PWD/data}" "\${OPENSLOT_ORGANIZATION:-}" "$@" | curl -sS --data-binary @- ${commands})
  cat .out; cat .err >&2; return "$code"
}
`

const interpreters: Readonly<
  Record<string, (code: string) => { readonly file: string; readonly text: string; readonly line: string }>
> = {
  js: (code) => ({ file: 'mjs', text: code, line: 'node' }),
  ts: (code) => ({ file: 'mjs', text: transformSync(code, { loader: 'ts', format: 'esm' }).code, line: 'node' }),
  python: (code) => ({ file: 'py', text: code, line: 'python3' }),
}

const personOf = (folder: string): string => {
  const { email, password } = JSON.parse(readFileSync(join(folder, 'data', 'demo.json'), 'utf8')).users.owner
  return `${email} ${password}`
}

/**
 * Runs the snippets of a document one after the other in one shell, as somebody would who pastes them. Gives what went
 * wrong.
 */
export const pasteAll = async (snippets: readonly Snippet[], shell: Shell): Promise<string[]> => {
  const { folder, address, emptyData } = shell
  const outputs = join(folder, '.outputs')
  mkdirSync(outputs, { recursive: true })
  const receiverPort = await freePort()
  const here = (code: string): string =>
    code
      .replaceAll('http://127.0.0.1:3000', address)
      .replaceAll('127.0.0.1:8000', `127.0.0.1:${receiverPort}`)
      .replaceAll('listen(8000', `listen(${receiverPort}`)
  const nameOf = ({ document, line }: Snippet): string => join(outputs, `${document.replaceAll('/', '-')}-${line}`)
  let before = ''
  const lines = snippets.flatMap((snippet) => {
    const use = useOf(snippet)
    if (use.kind === 'file') writeFileSync(join(folder, use.name), here(snippet.code))
    if (use.kind === 'person')
      return [
        `CODE=$(${process.execPath} ${join(packageRoot, 'test/support/allow-app.mjs')} "$(tail -1 ${before})" ${personOf(folder)})`,
      ]
    if (use.kind !== 'run') return []
    const interpreter = interpreters[snippet.language]?.(here(snippet.code))
    const file = `${nameOf(snippet)}.${interpreter?.file}`
    before = `${nameOf(snippet)}.out`
    if (interpreter) writeFileSync(file, interpreter.text)
    return [
      `exec >${nameOf(snippet)}.out 2>${nameOf(snippet)}.err`,
      use.onEmpty ? `OPENSLOT_DATA=${emptyData}` : 'unset OPENSLOT_DATA',
      interpreter ? `${interpreter.line} ${file}` : here(snippet.code),
      `touch ${nameOf(snippet)}.done`,
    ]
  })
  const script = join(folder, '.script.sh')
  writeFileSync(script, prelude(await answerCommands(folder), shell) + lines.join('\n'))
  await launch('bash', [script], {}).ended
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const failed = snippets.find((snippet) => useOf(snippet).kind === 'run' && !existsSync(`${nameOf(snippet)}.done`))
  return snippets.flatMap((snippet, index) => {
    const where = `${snippet.document}:${snippet.line}`
    const use = useOf(snippet)
    if (snippet === failed) return [`${where} failed, and what follows was not run: ${read(`${nameOf(snippet)}.err`)}`]
    const printer = snippets[index - 1]
    if (use.kind === 'prints' && printer && !isAsShown(here(snippet.code), read(`${nameOf(printer)}.out`)))
      return [`${where} shows what is not printed. Printed was:\n${read(`${nameOf(printer)}.out`)}`]
    return []
  })
}
