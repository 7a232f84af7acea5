import { beginOwnPayment, findBookingRequest, paidRequests } from '#bookings/index.ts'
import { existing } from '#contract/problem.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { beginPayment, type PriceToPay, payForRequest } from '#payments/index.ts'
import { assertStatus } from './answers.ts'
import type { TestApp } from './app.ts'
import { aRequest } from './booking-requests.ts'
import { aFounder } from './cast.ts'
import { anEventType } from './event-types.ts'
import { payingWork, StandInRequests } from './payment-work.ts'
import { aPaymentService, newPaymentServices, paymentSigningKey } from './payments.ts'
import { paypalKeys } from './paypal-stand-in.ts'
import type { OutgoingToStandIns } from './stand-in-outgoing.ts'
import { stripeKeys } from './stripe-stand-in.ts'

export const allServices = ['stripe', 'paypal', 'webhook'] as const
type Service = (typeof allServices)[number]

/** An organization with accounts at all services. */
const payees = (app: TestApp, outgoing: OutgoingToStandIns) => async () => {
  const services = await newPaymentServices(outgoing)
  services.stripe.now = () => app.clock.now()
  const own = await aPaymentService()
  const owner = await aFounder(app)
  for (const body of [
    { service: 'stripe', ...stripeKeys },
    { service: 'paypal', ...paypalKeys },
    { service: 'webhook', url: own.url, signing_key: paymentSigningKey },
  ])
    assertStatus(await app.ask('POST /payment_accounts', { token: owner.token, body }), 201)
  const { organizationId } = owner.principal
  const payments = () =>
    app.context.database.reader
      .selectFrom('payments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .execute()
  /** The invitee pays on the page of the service. */
  const pay = (service: Service): void => {
    if (service === 'stripe') services.stripe.pay([...services.stripe.sessions.keys()].at(-1) ?? '')
    else if (service === 'paypal') services.paypal.approve([...services.paypal.orders.keys()].at(-1) ?? '')
    else for (const payment of own.kept.values()) payment.status = 'paid'
  }
  const ring = async (
    service: Service,
    { body: payload, headers }: { body: string; headers: Readonly<Record<string, string>> },
    to = organizationId,
  ): Promise<number> => {
    const url = `/api/payment_webhooks/${service}/${to}`
    return (await app.server.inject({ method: 'POST', url, payload, headers })).statusCode
  }
  const bellOf = async (service: Service) => {
    const id = (await payments()).at(-1)?.id ?? ''
    if (service === 'stripe') return services.stripe.event(id, app.clock.now())
    if (service === 'webhook') return own.bell(app.clock.now())
    const names = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-time']
    return {
      body: JSON.stringify({
        event_type: 'CHECKOUT.ORDER.APPROVED',
        resource: { purchase_units: [{ custom_id: id }] },
      }),
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-sig': 'right',
        ...Object.fromEntries(names.map((name) => [`paypal-${name}`, name])),
      },
    }
  }
  /** What the services have taken, and given back, in the smallest unit. */
  const taken = (): number =>
    [...services.stripe.sessions.values()].filter(({ charge }) => charge !== null).length +
    [...services.paypal.orders.values()].filter(({ capture }) => capture).length +
    [...own.kept.values()].filter(({ status }) => status === 'paid').length
  const returned = (): number => services.stripe.refunds.length + services.paypal.refunds.length + own.refunds.size
  return { ...services, own, owner, organizationId, payments, pay, ring, bellOf, taken, returned }
}

/** With a request that is to be paid. */
export const paymentScenes =
  (app: TestApp, outgoing: OutgoingToStandIns) =>
  async (traits: Partial<PriceToPay> = {}) => {
    const payee = await payees(app, outgoing)()
    const { organizationId } = payee
    const requests = new StandInRequests()
    const price: PriceToPay = {
      ...{ organizationId, requestId: requests.add(), amountMinor: 2500, currency: 'EUR', terms: 'No shows pay.' },
      ...{
        refundHours: 24,
        description: 'Consultation',
        returnUrl: 'https://a.test/paid',
        cancelUrl: 'https://a.test/',
      },
      ...traits,
    }
    const begin = (service: Service, context: AppContext = app.context) => beginPayment(context, service, price)
    const work = (context: AppContext = app.context) => payingWork(context, requests, organizationId)
    return { ...payee, requests, price, begin, work }
  }

/** At ten on a working day. */
const inAWeek = (now: Date): string => {
  const day = new Date(now.getTime() + 7 * 24 * 3_600_000)
  const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
  return `${new Date(day.getTime() + (isWeekend ? 2 : 0) * 24 * 3_600_000).toISOString().slice(0, 10)}T10:00:00Z`
}

/** With an event type that has a price, and a visitor's request for it: as it is wired. */
export const paidTypeScenes =
  (app: TestApp, outgoing: OutgoingToStandIns) =>
  async (traits: object = {}, price: object = {}) => {
    const payee = await payees(app, outgoing)()
    const { owner, organizationId } = payee
    const payment = { amount: 25, currency: 'EUR', terms: 'No shows pay.', refund_until_hours: 24, ...price }
    const eventType = await anEventType(app, owner, { active: true, booking_rules: { payment }, ...traits })
    const start_time = inAWeek(app.clock.now())
    const request = await aRequest(app, eventType, { start_time })
    /** The invitee clicks, and is sent to the service. */
    const begin = async (service: Service, context: AppContext = app.context, of = request) => {
      await performOpen(context, beginOwnPayment, { token: of.token })
      const found = existing(await findBookingRequest(context.database.reader, organizationId, of.id))
      return payForRequest(context, service, found, of.next?.url ?? '')
    }
    const work = (context: AppContext = app.context) => payingWork(context, paidRequests(context), organizationId)
    const stateOf = async (id = request.id) =>
      (await findBookingRequest(app.context.database.reader, organizationId, id))?.state
    const invitees = () =>
      app.context.database.reader
        .selectFrom('invitees')
        .select(['id', 'status', 'payment'])
        .where('organization_id', '=', organizationId)
        .execute()
    return { ...payee, eventType, start_time, request, begin, work, stateOf, invitees }
  }

export const statesOf = async ({ payments }: { payments(): Promise<{ state: string }[]> }): Promise<string[]> =>
  (await payments()).map(({ state }) => state)
