import { resourceOf } from './answers.ts'
import { type AppSettings, type TestApp, testApp } from './app.ts'
import { lastPart, type Made, type Person } from './cast.ts'
import { withoutMail } from './mail.ts'
import { type OwnWork, ownWork } from './own-work.ts'

export type WebhookApp = TestApp & Pick<OwnWork, 'work'>

/** An app whose operator lets it send to this machine, with the worker of a real one. */
export const webhookApp = async ({ settings, ...more }: AppSettings = {}): Promise<WebhookApp> => {
  const app = await testApp({
    isHeard: true,
    settings: { OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8', ...settings },
    ...more,
  })
  const { work } = await ownWork(app, withoutMail(app.context))
  return { ...app, work }
}

/** Of the whole organization and of everything, unless it is said otherwise. */
export const aSubscription = async (
  app: TestApp,
  by: Person,
  url: string,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<Made> => {
  const body = {
    url,
    events: ['invitee.created', 'invitee.canceled'],
    organization: by.principal.organizationId,
    scope: 'organization',
    ...traits,
  }
  const { uri } = resourceOf(await app.ask('POST /webhook_subscriptions', { token: by.token, body }))
  return { uri, id: lastPart(uri) }
}
