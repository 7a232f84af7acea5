import { type Links, uriOf } from '#contract/wire.ts'
import type { Import } from './import.ts'

/** What a fact says of an import. */
export const factSubject = (
  links: Links,
  { id, source, run, step }: Pick<Import, 'id' | 'source' | 'run' | 'step'>,
): object => ({
  uri: uriOf(links, 'imports', id),
  source,
  run,
  step,
})
