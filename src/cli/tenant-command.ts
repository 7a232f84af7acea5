import type { AppContext } from '#execution/perform.ts'
import type { Document } from '#process/command-server.ts'
import { listing } from './columns.ts'
import type { Command, DatabaseCommand, Options, OptionValues } from './command.ts'
import type { Given } from './options.ts'
import { enter, organizationOption, type Tenant } from './tenant.ts'

type TenantCommand<O extends Options, D extends Document> = Omit<DatabaseCommand<O, D>, 'kind' | 'run'> & {
  run(tenant: Tenant, values: OptionValues<O>): Promise<D>
}

/** About one organization, with the operator acting for its owner. */
export const tenantCommand = <const O extends Options, D extends Document>({
  run,
  ...command
}: TenantCommand<O, D>): Command => {
  const options: Options = { ...command.options, ...organizationOption }
  const member = Object.keys(options).find((name) => options[name]?.of === 'member')
  return {
    ...command,
    kind: 'database',
    options,
    run: async (context: AppContext, values: Given) =>
      run(
        await enter(context, { organization: values.organization, email: member && values[member] }),
        values as OptionValues<O>,
      ),
  }
}

type ListCommand<O extends Options, Item> = Omit<TenantCommand<O, { collection: readonly Item[] }>, 'run' | 'show'> & {
  list(tenant: Tenant, values: OptionValues<O>): Promise<readonly Item[]>
  readonly headings: readonly string[]
  row(item: Item): readonly string[]
  /** What is said when there is nothing to list. */
  readonly none?: string
}

/** Lists what one organization has, a row each. */
export const listCommand = <const O extends Options, Item>({
  list,
  headings,
  row,
  none,
  ...command
}: ListCommand<O, Item>): Command =>
  tenantCommand<O, { collection: readonly Item[] }>({
    ...command,
    run: async (tenant, values) => ({ collection: await list(tenant, values) }),
    show: ({ collection }) => listing(collection, headings, row, none),
  })
