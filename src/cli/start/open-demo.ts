import { idOf } from '#contract/wire.ts'
import { demoOwner } from '#demo/cast.ts'
import { demoFileIn, putDemoAside, readDemo, readdress, writeDemo } from '#demo/demo-file.ts'
import { type Demo, type DemoAddresses, type DemoPasswords, demoPeople, fillDemo } from '#demo/fill.ts'
import type { AppContext } from '#execution/perform.ts'
import { performTogether } from '#execution/perform-together.ts'
import { findOrganization } from '#organizations/index.ts'
import { makePassword } from '#platform/crypto/password.ts'
import { OperatorError } from '#process/operator-error.ts'
import { welcome } from '../banner.ts'
import type { ProcessContext } from '../command.ts'
import { isEmpty } from '../founding.ts'
import { addressesIn, announce } from './announcement.ts'

/** Fills an empty database, or finds the demo there, and says where its secrets are. */
export const openDemo = async (processContext: ProcessContext): Promise<(context: AppContext) => Promise<void>> => {
  const { config } = processContext
  const { dataFolder } = config
  const addresses = addressesIn(config)
  const before = await readDemo(dataFolder)
  // They take a second: let them, while the database is opened.
  const early = before ? undefined : makePasswords()
  early?.catch(() => {})

  return async (context) => {
    const kept = before && (await isIn(context, before)) ? await keep(dataFolder, before, addresses) : undefined
    const demo = kept ?? (await fill(context, dataFolder, addresses, before, await (early ?? makePasswords())))
    const { uri, name, email, password, token } = demo.users.owner
    const founded = kept
      ? undefined
      : {
          organization: { uri: demo.organization, name: demoOwner.organization },
          owner: { uri, name, email },
          password,
          token,
        }
    const keptIn = demoFileIn(dataFolder)
    announce(
      processContext,
      founded && { document: founded, text: (address) => welcome(founded, address, { keptIn, isRunning: true }) },
      keptIn,
    )
  }
}

const isIn = async ({ database }: AppContext, { organization }: Demo): Promise<boolean> =>
  (await findOrganization(database.reader, idOf({ uri: organization }))) !== undefined

const keep = async (dataFolder: string, demo: Demo, addresses: DemoAddresses): Promise<Demo> => {
  const moved = readdress(demo, addresses)
  if (JSON.stringify(moved) !== JSON.stringify(demo)) await writeDemo(dataFolder, moved)
  return moved
}

const fill = async (
  context: AppContext,
  dataFolder: string,
  addresses: DemoAddresses,
  before: Demo | undefined,
  passwords: DemoPasswords,
): Promise<Demo> =>
  performTogether(context, async (together) => {
    if (!(await isEmpty(together))) {
      throw new OperatorError(
        `The demo needs an empty database, but this one already has organizations. Leave out --demo, or set OPENSLOT_DATA to a new folder${context.database.kind === 'postgres' ? ' and DATABASE_URL to an empty database' : ''}.`,
      )
    }
    const demo = await fillDemo(together, passwords, addresses)
    if (before && (await readDemo(dataFolder))?.organization === before.organization) await putDemoAside(dataFolder)
    // Before it is committed: a demo whose secrets nobody has would be of no use, and a file without its demo is
    // replaced.
    await writeDemo(dataFolder, demo)
    return demo
  })

const makePasswords = async (): Promise<DemoPasswords> => {
  const made = await Promise.all(demoPeople.map(async (name) => [name, await makePassword()]))
  return Object.fromEntries(made) as DemoPasswords
}
