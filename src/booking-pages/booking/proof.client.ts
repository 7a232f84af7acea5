import type { BookingResponse, RefusedBooking } from './page-data.ts'

type Demand = Extract<BookingResponse, { outcome: 'proof' }>
type Answer = Exclude<BookingResponse, Demand>

/** Hashes that are begun together: few enough that the page stays responsive. */
const batch = 512
/** While a proof is made, limits may fill up and a harder one be asked for. */
const mostProofs = 3

/** Sends a form; if the server asks for a proof of work, makes one and sends the form with it. */
export const sendWithProof = async (
  send: (proof: string | undefined) => Promise<BookingResponse>,
  fault: RefusedBooking,
): Promise<Answer> => {
  let answer = await send(undefined)
  for (let made = 0; answer.outcome === 'proof'; made++) {
    if (made > mostProofs) return fault
    // Without one, the visitor is asked to confirm their address instead.
    answer = await send(made === mostProofs ? 'none' : await proofOf(answer).catch(() => 'none'))
  }
  return answer
}

/** Browsers have no `crypto.subtle` on pages without TLS: then this throws. */
const proofOf = async ({ challenge, bits }: Demand): Promise<string> => {
  const encoder = new TextEncoder()
  const zeros = async (counter: number): Promise<number> => {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${challenge} ${counter}`))
    return Math.clz32(new DataView(hash).getUint32(0))
  }
  for (let first = 0; ; first += batch) {
    const found = await Promise.all(Array.from({ length: batch }, (_, index) => zeros(first + index)))
    const index = found.findIndex((count) => count >= bits)
    if (index >= 0) return String(first + index)
  }
}
