import type { AppContext } from '#execution/perform.ts'
import { beginPayment, type PriceToPay } from '#payments/index.ts'
import { assertStatus } from './answers.ts'
import type { TestApp } from './app.ts'
import { aFounder } from './cast.ts'
import { payingWork, StandInRequests } from './payment-work.ts'
import { aPaymentService, newPaymentServices, paymentSigningKey } from './payments.ts'
import { paypalKeys } from './paypal-stand-in.ts'
import type { OutgoingToStandIns } from './stand-in-outgoing.ts'
import { stripeKeys } from './stripe-stand-in.ts'

export const allServices = ['stripe', 'paypal', 'webhook'] as const
type Service = (typeof allServices)[number]

/** An organization with accounts at all services, and a request that is to be paid. */
export const paymentScenes =
  (app: TestApp, outgoing: OutgoingToStandIns) =>
  async (traits: Partial<PriceToPay> = {}) => {
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
    const requests = new StandInRequests()
    const { organizationId } = owner.principal
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
    return { ...services, own, owner, requests, price, begin, work, payments, pay, ring, bellOf, taken, returned }
  }

export const statesOf = async ({ payments }: { payments(): Promise<{ state: string }[]> }): Promise<string[]> =>
  (await payments()).map(({ state }) => state)
