/** Something that the search of the documentation can lead to. */
export interface Found {
  readonly title: string
  readonly kind: string
  readonly path: string
  readonly text: string
}

const maxTextLength = 1200

/**
 * Looked through by the page itself, so that no search leaves the browser. A list of four texts each, which is half of
 * what objects take.
 */
export const searchIndexOf = (all: readonly Found[]): string =>
  JSON.stringify(
    all.map(({ title, kind, path, text }) => [
      title,
      kind,
      path,
      text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength),
    ]),
  )
