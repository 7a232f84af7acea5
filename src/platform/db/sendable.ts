import pg from 'pg'

/** pg does not show its types. */
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): string | Buffer | null } })
  .utils

/**
 * Values as they are sent. pg makes them while it writes the message: one that cannot be made would leave half a
 * message behind, on which the embedded database ends. Made before, it fails alone.
 */
export const sendable = (values: readonly unknown[]): (string | Buffer | null)[] =>
  values.map((value) => prepareValue(value))
