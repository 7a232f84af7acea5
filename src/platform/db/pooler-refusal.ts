/** What to set in a pooler that refused us; undefined when the reason is another one. */
export const refusedByPooler = (reason: string): string | undefined => {
  if (/statement pooling mode/.test(reason))
    return 'DATABASE_URL leads through a pooler that lends connections for a statement, and a booking is a transaction of several. Set pool_mode = transaction there.'
  if (/unsupported startup parameter/.test(reason))
    return `The pooler that DATABASE_URL leads through does not take our settings: ${reason}. Give it ignore_startup_parameters = ${ignored}, and restart it.`
  return undefined
}

const ignored = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'
