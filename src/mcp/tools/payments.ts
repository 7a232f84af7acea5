import { field, fromMyOrganization, optionalBody, paging, sorting, type ToolTable, uriOf } from '../tool.ts'

const fromPayments = 'From payments-list_payments: collection[].uri.'

export const paymentTools: ToolTable = {
  'GET /payments': {
    name: 'payments-list_payments',
    title: 'List payments',
    description: `Lists what invitees paid, or began to pay: amount, currency, state, and what was refunded.
When: the user asks who paid, or wants to refund something.
Needs: state=booked for what was paid and kept.
Then: payments-refund_payment.`,
    takes: {
      organization: field(fromMyOrganization),
      invitee: field('From meetings-list_event_invitees: collection[].uri.'),
      state: field('open, booked, returned, or over.'),
      service: field('stripe, paypal, or webhook.'),
      min_created_at: field('Only payments begun at this time or later, such as 2030-01-07T00:00:00Z.'),
      max_created_at: field('Only payments begun at this time or earlier.'),
      ...paging,
      ...sorting('created_at'),
    },
    forAdmins: true,
  },
  'GET /payments/:uuid': {
    name: 'payments-get_payment',
    title: 'Read a payment',
    description: 'Returns one payment: amount, currency, state, what was refunded, and how the service calls it.',
    takes: { uri: uriOf('payments', fromPayments) },
    forAdmins: true,
  },
  'POST /payments/:uuid/refund': {
    name: 'payments-refund_payment',
    title: 'Refund a payment',
    description: `Gives an invitee their money back, or a part of it. The meeting stays booked. This can't be undone.
When: an owner or admin wants to refund somebody. Confirm which payment and how much before you call this.`,
    takes: {
      uri: uriOf('payments', fromPayments),
      refund_payment_request: optionalBody(
        '{ "amount": in the unit of the currency, such as 12.5 }; without it, all of what is left.',
      ),
    },
    asks: {
      about: 'GET /payments/:uuid',
      words: ({ amount, currency }) => `Refund this payment of ${amount} ${currency}, or a part of it?`,
    },
    forAdmins: true,
  },
}
