/** Somebody's address, and what they are called. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A message to one person. Nothing in it is trusted: names, subject and texts may hold whatever somebody typed. */
export interface Mail {
  /** `<…@…>`: the same at every attempt, so that a repeat is recognisable. */
  readonly messageId: string
  readonly date: Date
  readonly to: Mailbox
  readonly from: Mailbox
  readonly replyTo?: Mailbox | undefined
  /** `<…@…>`: what belongs together is shown together. */
  readonly thread?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | undefined
  /** Where the recipient can unsubscribe. Opening it must change nothing; a POST of one click does it (RFC 8058). */
  readonly unsubscribe?: string | undefined
}

/** What became of it. */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'written'; readonly file: string }
  /** There is no such recipient: trying again is in vain. */
  | { readonly kind: 'refused'; readonly code: number }
  /** The server is there, and would not take it this time. */
  | { readonly kind: 'deferred'; readonly code: number }
  | { readonly kind: 'unreachable'; readonly code: string }
  | { readonly kind: 'timed_out' }

/** The way out for mail. */
export interface Mailer {
  /** Never throws because of the other side. */
  send(mail: Mail): Promise<MailOutcome>
  /** Nothing is sent afterwards. */
  close(): void
}

/** On one line and without control characters: whatever somebody typed, it is one header. */
export const onOneLine = (text: string, maxLength = 200): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  [...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g, ' ').trim()].slice(0, maxLength).join('')
