import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readHouse, withFiles } from './house.ts'
import { ruleNames, violationsIn } from './rules.ts'

interface Fault {
  readonly rule: string
  readonly what: string
  /** Files that are added to the source tree, or replace one. The first is the one to be named. */
  readonly files: Readonly<Record<string, string>>
}

const faults: readonly Fault[] = [
  {
    rule: 'looks-down-only',
    what: 'an upward import',
    files: { 'src/activity/summary.ts': "import { roles } from '#organizations/index.ts'\nexport const all = roles\n" },
  },
  {
    rule: 'looks-down-only',
    what: 'an upward type import',
    files: {
      'src/platform/who.ts': "import type { Principal } from '#contract/principal.ts'\nexport type Who = Principal\n",
    },
  },
  {
    rule: 'looks-down-only',
    what: 'an upward type import among values',
    files: {
      'src/contract/answer.ts': "import { type Listener } from '#http/server.ts'\nexport type Answer = Listener\n",
    },
  },
  {
    rule: 'looks-down-only',
    what: 'an upward import that is late',
    files: { 'src/platform/late.ts': "export const load = () => import('#contract/page.ts')\n" },
  },
  {
    rule: 'looks-down-only',
    what: 'an upward import by a relative path',
    files: { 'src/contract/odd.ts': "export { findHeldToken } from '../oauth/store.ts'\n" },
  },
  {
    rule: 'rooms-have-doors',
    what: 'a side entrance, by a room',
    files: {
      'src/oauth/store.ts': "import { findUser } from '#organizations/store/users.ts'\nexport const find = findUser\n",
    },
  },
  {
    rule: 'rooms-have-doors',
    what: 'a side entrance, by a face',
    files: { 'src/http/peek.ts': "import type { HeldToken } from '#oauth/token.ts'\nexport type Peek = HeldToken\n" },
  },
  {
    rule: 'rooms-have-doors',
    what: 'a side entrance, by the wiring',
    files: {
      'src/wires.ts':
        "import { organizationRoutes } from '#organizations/routes.ts'\nexport const all = [organizationRoutes]\n",
    },
  },
  {
    rule: 'not-through-ones-own-door',
    what: 'a room that uses its own door',
    files: { 'src/oauth/resources.ts': "export { createPersonalAccessToken } from './index.ts'\n" },
  },
  {
    rule: 'faces-take-no-writers',
    what: 'a face that takes a store function that writes',
    files: {
      'src/pages/tidy.ts': "import { deleteMeetings } from '#bookings/index.ts'\nexport const tidy = deleteMeetings\n",
      'src/bookings/store/erasure.ts':
        "import type { Tx } from '#platform/db/database.ts'\nexport const deleteMeetings = async (\n  tx: Tx,\n  organizationId: string,\n): Promise<string> => organizationId + String(tx)\n",
    },
  },
  {
    rule: 'faces-open-no-transaction',
    what: 'a face that opens a transaction',
    files: {
      'src/http/oauth/spend.ts':
        "import type { AppContext } from '#execution/perform.ts'\nexport const spend = (context: AppContext) => context.database.write(async () => {})\n",
    },
  },
  {
    rule: 'faces-open-no-transaction',
    what: 'a face that opens a transaction under another name',
    files: {
      'src/cli/tidy.ts':
        "import type { AppContext } from '#execution/perform.ts'\nexport const tidy = ({ database: { write } }: AppContext) => write(async (tx) => void tx)\n",
    },
  },
  {
    rule: 'nouns-are-pure',
    what: 'a noun that knows the database',
    files: {
      'src/organizations/group.ts': "import type { Tx } from '#platform/db/database.ts'\nexport type Found = Tx\n",
    },
  },
  {
    rule: 'nouns-are-pure',
    what: 'a noun that asks its store',
    files: {
      'src/organizations/team.ts': "import { findTeam } from './store/teams.ts'\nexport const find = findTeam\n",
    },
  },
  {
    rule: 'nouns-are-pure',
    what: 'a noun that reads a file',
    files: { 'src/oauth/token.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n" },
  },
  {
    rule: 'nouns-are-pure',
    what: 'a noun in a folder of nouns',
    files: { 'src/oauth/grants/grant.ts': "import { sql } from 'kysely'\nexport const one = sql\n" },
  },
  {
    rule: 'sql-lives-in-stores',
    what: 'the query builder in an operation',
    files: {
      'src/oauth/operations/count-tokens.ts': "import { Kysely } from 'kysely'\nexport const builder = Kysely\n",
    },
  },
  {
    rule: 'sql-lives-in-stores',
    what: 'the query builder in the foundation',
    files: { 'src/platform/jobs/queue.ts': "import pg from 'pg'\nexport const Client = pg.Client\n" },
  },
  {
    rule: 'sql-lives-in-stores',
    what: 'a query in an operation',
    files: {
      'src/oauth/operations/count-tokens.ts': "export const count = (tx: any) => tx.selectFrom('tokens').execute()\n",
    },
  },
  {
    rule: 'sql-lives-in-stores',
    what: 'a tagged template in a face',
    files: { 'src/http/health.ts': 'declare const sql: any\nexport const ask = () => sql`select 1`\n' },
  },
  {
    rule: 'sql-lives-in-stores',
    what: 'SQL in a string',
    files: {
      'src/cli/doctor.ts': "export const ask = (session: any) => session.query('select count(*) from users')\n",
    },
  },
  {
    rule: 'operations-stand-alone',
    what: 'an operation that calls its neighbour',
    files: {
      'src/organizations/operations/get-team.ts':
        "import { listOrganizationTeams } from './list-teams.ts'\nexport const getTeam = listOrganizationTeams\n",
    },
  },
  {
    rule: 'operations-stand-alone',
    what: "an operation that calls another room's through its door",
    files: {
      'src/oauth/operations/list-personal-access-tokens.ts':
        "import { doIt } from '#organizations/index.ts'\nexport const list = doIt\n",
      'src/organizations/index.ts': "export { doIt } from './operations/do-it.ts'\n",
      'src/organizations/operations/do-it.ts': 'export const doIt = 1\n',
    },
  },
  {
    rule: 'nobody-imports-the-wiring',
    what: 'a room that imports the wiring',
    files: {
      'src/http/pulled.ts': "import { start } from '#app.ts'\nexport const pulled = start\n",
      'src/app.ts': 'export const start = 1\n',
    },
  },
  {
    rule: 'no-circles',
    what: 'two files that import each other',
    files: {
      'src/platform/egg.ts': "import { hen } from './hen.ts'\nexport const egg = hen\n",
      'src/platform/hen.ts': "export { egg as hen } from './egg.ts'\n",
    },
  },
  {
    rule: 'no-circles',
    what: 'three files in a circle, by types',
    files: {
      'src/platform/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
      'src/platform/b.ts': "import type { C } from './c.ts'\nexport type B = C\n",
      'src/platform/c.ts': "import type { A } from './a.ts'\nexport type C = A\n",
    },
  },
  {
    rule: 'stays-inside',
    what: 'source that imports tests',
    files: { 'src/platform/borrowed.ts': "export { openTestDatabase } from '../../test/support/databases.ts'\n" },
  },
  {
    rule: 'browser-parts-are-apart',
    what: 'a view that imports what only browsers run',
    files: { 'src/console/shell/eager.tsx': "import './main.client.ts'\nexport const one = 1\n" },
  },
  {
    rule: 'is-there',
    what: 'an import of nothing',
    files: { 'src/platform/lost.ts': "export { nothing } from './nothing.ts'\n" },
  },
  {
    rule: 'settings-are-read-in-one-place',
    what: 'the environment',
    files: { 'src/platform/mode.ts': 'export const mode = process.env.MODE\n' },
  },
  {
    rule: 'settings-are-read-in-one-place',
    what: 'the environment, in disguise',
    files: { 'src/platform/mode.ts': "export const mode = process['env'].MODE\n" },
  },
  {
    rule: 'time-comes-in',
    what: "the machine's clock",
    files: { 'src/oauth/age.ts': 'export const age = (since: Date) => Date.now() - since.getTime()\n' },
  },
  {
    rule: 'time-comes-in',
    what: 'a date of now',
    files: { 'src/oauth/age.ts': 'export const now = () => new Date()\n' },
  },
  {
    rule: 'time-comes-in',
    what: 'a date of now, without brackets',
    files: { 'src/oauth/age.ts': 'export const now = () => new Date\n' },
  },
  {
    rule: 'no-local-time',
    what: "the machine's time zone",
    files: { 'src/oauth/hour.ts': 'export const hour = (at: Date) => at.getHours()\n' },
  },
  {
    rule: 'no-local-time',
    what: "the machine's language",
    files: { 'src/oauth/hour.ts': 'export const told = (at: Date) => at.toLocaleTimeString()\n' },
  },
  {
    rule: 'chance-is-secure',
    what: 'weak chance',
    files: { 'src/oauth/luck.ts': 'export const luck = () => Math.random()\n' },
  },
  {
    rule: 'doors-only-name',
    what: 'a door with a thing in it',
    files: { 'src/activity/index.ts': "export { recordFact } from './store.ts'\nexport const one = 1\n" },
  },
  {
    rule: 'doors-only-name',
    what: 'a door that is open to all',
    files: { 'src/activity/index.ts': "export * from './store.ts'\n" },
  },
  { rule: 'is-on-the-map', what: 'a room that nobody drew', files: { 'src/attic/box.ts': 'export const box = 1\n' } },
  {
    rule: 'names-have-a-subject',
    what: 'a file without a subject',
    files: { 'src/organizations/utils.ts': 'export const one = 1\n' },
  },
  {
    rule: 'names-have-a-subject',
    what: 'a folder without a subject',
    files: { 'src/platform/helpers/lists.ts': 'export const one = 1\n' },
  },
  {
    rule: 'names-have-a-subject',
    what: 'a name in another case',
    files: { 'src/platform/bigThing.ts': 'export const one = 1\n' },
  },
]

const house = readHouse()

describe('a planted fault is named', () => {
  for (const { rule, what, files } of faults) {
    test(`${rule}: ${what}`, () => {
      const [named] = Object.keys(files)
      const found = violationsIn(withFiles(house, files))
      assert.ok(
        found.some((violation) => violation.rule === rule && violation.from === named),
        `not named among: ${JSON.stringify(found)}`,
      )
    })
  }

  test('and every rule has one', () => {
    assert.deepEqual([...new Set(faults.map(({ rule }) => rule))].sort(), [...ruleNames].sort())
  })
})

describe('what is no fault is not named', () => {
  const innocent: Readonly<Record<string, string>> = {
    'an import in a comment':
      "// import { x } from '#http/server.ts'\n/* import '#cli/main.ts' */\nexport const one = 1\n",
    'an import in a string': 'export const text = `import { x } from "#http/server.ts"`\n',
    'a word in a sentence':
      "export const text = 'Select a plan first. new Date() and Math.random() and process.env are only words here.'\n",
    'a pattern with quotes':
      "export const quote = /['\"`]/\nexport const two = 2 / 1 / 1 // import '#http/server.ts'\n",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    'a template in a template': 'export const text = (n: number) => `a ${n > 1 ? `${n} // b` : "c"} d`\n',
    'a date that says which':
      'export const copy = (at: Date) => new Date(at.getTime())\nexport const day = (at: Date) => at.getUTCDay()\n',
  }
  for (const [what, text] of Object.entries(innocent)) {
    test(what, () => {
      const path = 'src/platform/innocent.ts'
      const found = violationsIn(withFiles(house, { [path]: text })).filter(({ from }) => from === path)
      assert.deepEqual(found, [])
    })
  }
})
