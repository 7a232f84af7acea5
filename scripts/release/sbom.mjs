/**
 * A bill of materials in CycloneDX, of all that the lockfile installs for production. `npm sbom --omit=dev` leaves
 * packages out.
 */
export const sbomOf = ({ name, version, license }, lock) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': `pkg:npm/${name}@${version}`,
      name,
      version,
      licenses: [{ license: { id: license } }],
    },
  },
  components: productionPackages(lock).map(componentOf),
})

export const productionPackages = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, fields]) => ({ name: path.replace(/^.*node_modules\//, ''), ...fields }))
    // One that lies in two folders is named once.
    .filter(
      ({ name, version }, index, all) =>
        all.findIndex((other) => other.name === name && other.version === version) === index,
    )
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))

const componentOf = ({ name, version, license, integrity }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest] = integrity.split('-')
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ license: { id: license } }],
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
  }
}
