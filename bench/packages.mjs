import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/ready.mjs'

/** What production installs, by the lockfile. */
export const countPackages = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const direct = Object.keys(packages[''].dependencies ?? {}).length
  const total = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  ).length
  return { direct, total, goals: { direct: 20, total: 100 } }
}
