import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Asset, built, digestOf, packedOf } from '#booking-pages/assets.ts'
import { once } from '#http/once.ts'
import { memberTheme } from '#pages/theme.ts'
import { packageRoot } from '#platform/root.ts'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** Read once, on the first request: the shell's script and style, and those of every screen that has some. */
export const loadConsoleAssets = once(async () => {
  const files = new Map<string, Asset>()
  const paths = new Map<string, string>()
  for (const name of await readdir(join(packageRoot, 'dist', 'web'))) {
    const [, stem, kind] = /^(console(?:-[a-z-]+)?)\.(css|js)$/.exec(name) ?? []
    if (stem === undefined || (kind !== 'css' && kind !== 'js')) continue
    const plain =
      name === 'console.css' ? Buffer.concat([Buffer.from(memberTheme()), await built(name)]) : await built(name)
    const path = `/app/assets/${stem}-${digestOf(plain)}.${kind}`
    paths.set(name, path)
    files.set(path, packedOf(types[kind], plain))
  }
  /** In the order in which they are to be loaded. */
  const namesOf = (screen: string, kind: 'css' | 'js'): string[] =>
    [`console.${kind}`, `console-${screen}.${kind}`].flatMap((name) => paths.get(name) ?? [])
  return {
    files,
    stylesOf: (screen: string) => namesOf(screen, 'css'),
    scriptsOf: (screen: string) => namesOf(screen, 'js'),
  }
})
