// The service as it runs, in a clone, a package and an image alike: everything in one bundle but the embedded database.
// Like ready.mjs it is read before any package is there.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** For a release: smaller, and without source maps. `packages` are the ones that are in it. */
export const bundle = async (esbuild, { forRelease = false } = {}) => {
  const results = [await bundleForNode(esbuild, forRelease), await bundleForBrowsers(esbuild)]
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const packages = inputs.flatMap((file) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return { files: results.flatMap(({ outputFiles }) => outputFiles), packages: [...new Set(packages)].sort() }
}

/** Its files are WebAssembly and data that it reads beside itself. */
export const notBundled = ['@electric-sql/pglite']

const bundleForNode = (esbuild, forRelease) =>
  esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: join(root, 'dist'),
    bundle: true,
    // What is imported late must stay apart: in one file, its packages would be loaded at every start.
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...notBundled.flatMap((name) => [name, `${name}/*`]), 'pg-native'],
    // Packages of CommonJS ask for Node's own modules by it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [withoutUnused],
    minify: forRelease,
    sourcemap: !forRelease,
    legalComments: 'none',
    // Texts in eight languages: escaped they would be three times as long.
    charset: 'utf8',
    write: false,
    metafile: true,
    logLevel: 'warning',
  })

// Parts of packages that are never called here, and were a fifth of the bundle: JSON schemas (ours are zod's), and
// zod's texts in fifty languages.
const fail = `throw new Error('This part of a package is not in the bundle.')`
const replacements = [
  { file: '@fastify/ajv-compiler/index.js', contents: `module.exports = () => () => { ${fail} }` },
  { file: '@fastify/fast-json-stringify-compiler/index.js', contents: `module.exports = () => () => { ${fail} }` },
  {
    file: '@modelcontextprotocol/server/dist/shimsNode.mjs',
    contents: `export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator { getValidator() { ${fail} } }`,
  },
  { file: 'zod/v4/locales/index.js', contents: 'export {}' },
]

const withoutUnused = {
  name: 'without-unused',
  setup: (build) => {
    for (const { file, contents } of replacements) {
      const filter = new RegExp(`/node_modules/${file.replaceAll('.', '\\.')}$`)
      let found = false
      build.onLoad({ filter }, () => {
        found = true
        return { contents, loader: 'js' }
      })
      build.onEnd(() =>
        found
          ? {}
          : {
              errors: [
                { text: `node_modules/${file} is gone: what is left out of the bundle must be looked at again.` },
              ],
            },
      )
    }
  },
}

/**
 * The files that browsers load, by the name they get in `dist/web/`. In `src/` a browser's entry is `main.client.ts(x)`
 * with its style sheet beside it: the booking pages, the console's shell, and each of its screens.
 */
const browserEntries = [
  [/^web\/([^/]+)\/main\.ts$/, (folder) => folder],
  [/^web\/[^/]+\/([^/]+)\.(?:css|png)$/, (file) => file],
  [/^src\/booking-pages\/booking\/main\.client\.tsx$/, () => 'booking'],
  [/^src\/booking-pages\/booking\/(booking|places)\.(?:css|json)$/, (file) => file],
  [/^src\/console\/shell\/(?:main\.client\.ts|console\.css)$/, () => 'console'],
  [/^src\/console\/([^/]+)\/(?:main\.client\.tsx?|style\.css)$/, (screen) => `console-${screen}`],
]

const bundleForBrowsers = async (esbuild) => {
  const files = ['web', 'src/booking-pages', 'src/console'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const entries = files.flatMap((file) => {
    for (const [pattern, outOf] of browserEntries) {
      const found = pattern.exec(file)
      if (found) return { in: join(root, file), out: outOf(found[1]) }
    }
    return []
  })
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: join(root, 'dist', 'web'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome100', 'firefox100', 'safari15'],
    // Beside the style sheet when it is served.
    external: ['*.svg'],
    loader: { '.woff2': 'file', '.json': 'copy', '.png': 'copy' },
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
    write: false,
    metafile: true,
    logLevel: 'warning',
  })
}
