/** The pattern of `like` for a text that stands anywhere in another, as it is: without wildcards. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
