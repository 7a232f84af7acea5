/** The id at the end of a resource's URI, where an operation wants it as part of a path. */
export const idOf = ({ uri }: { readonly uri: string }): string => uri.slice(uri.lastIndexOf('/') + 1)
