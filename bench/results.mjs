import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/ready.mjs'
import { conditionsReport, paragraphsOf, steadinessReport } from './report.mjs'

const keptFile = join(root, 'bench', 'results.json')
export const picture = 'docs/pictures/performance.svg'

/** Before the bench itself loads it. */
export const describeMachine = (postgres) => {
  const distribution = existsSync('/etc/os-release')
    ? /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
    : undefined
  const [{ model }] = cpus()
  const system = `${distribution ?? process.platform}, kernel ${release().split('-')[0]}`
  return {
    machine: `${cpus().length} × ${model.trim()} (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${system}, Node ${process.versions.node}, PostgreSQL ${postgres.split(' ')[0]}`,
    loadBefore: Number(loadavg()[0].toFixed(2)),
  }
}

/**
 * What is kept beside the source. Not what is for looking into it on the spot: statements, functions, and paths of this
 * machine.
 */
export const keepResults = ({ 'whole-cost': cost, ...figures }, facts) => {
  const kept = cost && { ...cost, functions: undefined, cost: { ...cost.cost, statements: undefined } }
  const text = JSON.stringify({ ...facts, figures: { ...figures, ...(kept && { 'whole-cost': kept }) } }, undefined, 2)
  writeFileSync(keptFile, `${text}\n`)
}

export const readResults = () => (existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : undefined)

/** The part of docs/performance.md that follows from the results. */
export const documentOf = (results) => {
  if (!results)
    return 'Nothing is kept yet: `npm run bench -- --write` on a machine that does nothing else puts its figures and their picture here.'
  const { date, machine, loadBefore, steady, minutes, isQuick, figures } = results
  const { conditions, ...parts } = figures
  const shown = (paragraph) => (paragraph.includes('\n') ? `\`\`\`\n${paragraph}\n\`\`\`` : paragraph)
  return [
    `Measured on ${date} in ${minutes} minutes with \`npm run bench -- --write${isQuick ? ' --quick` (a quick look, not figures to rely on)' : '`'}. The machine: ${machine}; its load before was ${loadBefore}. ${steady ? `${steadinessReport(steady)} ` : ''}${conditionsReport(conditions)}.`,
    '![Bars: reads beside a bare server, what a request costs, bookings a second, the embedded default, and growth with the number of organizations](pictures/performance.svg)',
    ...Object.entries(parts).flatMap(([part, measured]) => [
      `### ${part}`,
      ...paragraphsOf(part, measured).map((paragraph) => shown(paragraph.trimEnd())),
    ]),
  ].join('\n\n')
}
