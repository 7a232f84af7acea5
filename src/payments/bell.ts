import { uuidForm } from '#contract/wire.ts'

// biome-ignore lint/suspicious/noExplicitAny: each service has a form of its own, and every part may be missing.
type Content = any

/** Which payment a message is about: Stripe, PayPal, and services of one's own each have their place for it. */
export const paymentIdIn = (body: Buffer): string | undefined => {
  const content = contentIn(body)
  const object = content?.data?.object
  const resource = content?.resource
  const named = [
    object?.client_reference_id,
    object?.metadata?.openslot_payment,
    resource?.custom_id,
    resource?.purchase_units?.[0]?.custom_id,
    content?.id,
  ]
  return named.find((id): id is string => typeof id === 'string' && uuidForm.test(id))
}

const contentIn = (body: Buffer): Content => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
