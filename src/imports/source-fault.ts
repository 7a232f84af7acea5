import { type Remark, type RemarkCode, remarkOf, remarkText } from './remark.ts'

/** Why the other side could not be read. */
export type SourceFaultKind =
  /** The token is not accepted, or not any more. */
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  /** It does not accept what it gave us before, such as the token of a page. */
  | 'rejected'
  /** It cannot be reached, or gives no whole answer, again and again. */
  | 'away'
  /** It answers in a form that is not known here. */
  | 'unreadable'
  /** It gives more than an import holds at once. */
  | 'oversized'
  /** We do not send there. */
  | 'refused'
  /** It wants us to wait longer than this piece of work may take. */
  | 'later'

export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly kind: SourceFaultKind
  readonly remark: Remark
  readonly waitSeconds: number

  constructor(kind: SourceFaultKind, remark: Remark | RemarkCode, waitSeconds = 0) {
    const given = typeof remark === 'string' ? remarkOf(remark) : remark
    super(remarkText(given))
    this.kind = kind
    this.remark = given
    this.waitSeconds = waitSeconds
  }
}
