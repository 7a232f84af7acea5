// Makes a Debian package in dist/release: the npm package with the embedded database, a systemd unit and a file for
// settings.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../ready.mjs'
import { copyEngine } from './engine.mjs'
import { makePackage, release } from './package.mjs'

export const makeDeb = async (folder = release) => {
  const { staged } = await makePackage(folder)
  const { version, description, engines } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'))
  const files = mkdtempSync(join(tmpdir(), 'openslot-deb-'))
  try {
    chmodSync(files, 0o755)
    const app = join(files, 'usr', 'lib', 'openslot')
    cpSync(staged, app, { recursive: true })
    copyEngine(app)
    put(
      files,
      'usr/bin/openslot',
      `#!/bin/sh\nexec /usr/bin/node --v8-pool-size=1 --max-semi-space-size=32 /usr/lib/openslot/bin/openslot.mjs "$@"\n`,
      0o755,
    )
    put(files, 'usr/lib/systemd/system/openslot.service', read('deploy/systemd/openslot.service'))
    put(files, 'etc/openslot/openslot.env', read('deploy/systemd/openslot.env'), 0o640)
    put(
      files,
      'usr/share/doc/openslot/copyright',
      `${read('LICENSE')}\n\nWhat is in the package besides:\n\n${readFileSync(join(staged, 'licences.txt'), 'utf8')}`,
    )
    put(files, 'DEBIAN/conffiles', '/etc/openslot/openslot.env\n')
    put(files, 'DEBIAN/control', controlOf({ version, description, oldestNode: engines.node.replace('>=', '') }))
    put(files, 'DEBIAN/postinst', afterInstall, 0o755)
    put(files, 'DEBIAN/prerm', beforeRemoval, 0o755)
    const file = join(folder, `openslot_${version}_all.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', files, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: '0' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { file, version }
  } finally {
    rmSync(files, { recursive: true, force: true })
  }
}

const read = (name) => readFileSync(join(root, name), 'utf8')

const put = (files, name, text, mode = 0o644) => {
  const path = join(files, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

const controlOf = ({ version, description, oldestNode }) => `Package: openslot
Version: ${version}
Architecture: all
Maintainer: Openslot maintainers <maintainers@openslot.invalid>
Depends: nodejs (>= ${oldestNode})
Recommends: postgresql
Section: web
Priority: optional
Description: scheduling service that speaks the Calendly API v2
 ${description}. Hosts publish event types and
 hours, and others book, move and cancel: on pages, over a JSON API, or with AI tools.
`

// Under systemd the service is on at once, as Debian's own are; in a chroot there is none to turn on.
const afterInstall = `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -z "$2" ]; then systemctl enable --now openslot.service; else systemctl try-restart openslot.service; fi
fi
`

const beforeRemoval = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now openslot.service; fi
`

if (process.argv[1] === import.meta.filename) {
  const { file } = await makeDeb(process.argv[2])
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
}
