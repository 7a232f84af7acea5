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
 * What browsers load, each folder of web/ a file of its own: `web/booking/main.tsx` becomes `dist/web/booking.js`,
 * style sheets and data keep their name.
 */
const bundleForBrowsers = async (esbuild) => {
  const web = join(root, 'web')
  const entries = readdirSync(web, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .flatMap((name) => {
      // Every screen of the console has a script and a style of its own.
      const [, screen] = /^console\/([^/]+)\/(?:main\.tsx?|style\.css)$/.exec(name) ?? []
      if (screen !== undefined) return { in: join(web, name), out: `console-${screen}` }
      const [, folder, file] = /^([^/]+)\/(main\.tsx?|[^/]+\.css|places\.json|preview\.png)$/.exec(name) ?? []
      if (file === undefined) return []
      return { in: join(web, name), out: file.startsWith('main.') ? folder : file.replace(/\.\w+$/, '') }
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
