import { consolePage, type Screen } from '../console-page.ts'
import { showAiTools } from './ai.ts'
import { changeApp, newSecrets, registerApp, removeApp, showApps } from './apps.ts'
import { showWebhook } from './deliveries.ts'
import { developersTextsFor } from './texts.ts'
import { activateWebhook, addWebhook, deleteWebhook, replay, showWebhooks, testWebhook } from './webhooks.ts'

export const developers: Screen = {
  name: 'developers',
  start: '/app/developers',
  pages: {
    'GET /app/developers': consolePage(showWebhooks),
    'POST /app/developers/webhooks': consolePage(addWebhook),
    'GET /app/developers/webhooks/:id': consolePage(showWebhook),
    'POST /app/developers/webhooks/:id/activate': consolePage(activateWebhook),
    'POST /app/developers/webhooks/:id/test': consolePage(testWebhook),
    'POST /app/developers/webhooks/:id/replay': consolePage(replay),
    'POST /app/developers/webhooks/:id/delete': consolePage(deleteWebhook),
    'GET /app/developers/apps': consolePage(showApps),
    'POST /app/developers/apps': consolePage(registerApp),
    'POST /app/developers/apps/:id': consolePage(changeApp),
    'POST /app/developers/apps/:id/rotate': consolePage(newSecrets),
    'POST /app/developers/apps/:id/delete': consolePage(removeApp),
    'GET /app/developers/ai': consolePage(showAiTools),
  },
  async palette(visit) {
    const { tabs, webhooks, apps } = developersTextsFor(visit)
    return [
      { group: 'do', label: webhooks.add, href: '/app/developers' },
      { group: 'do', label: visit.language.account.tokens.create, href: '/account/tokens' },
      { group: 'do', label: apps.register, href: '/app/developers/apps' },
      { group: 'go', label: tabs.webhooks, href: '/app/developers' },
      { group: 'go', label: tabs.tokens, href: '/account/tokens' },
      { group: 'go', label: tabs.apps, href: '/app/developers/apps' },
      { group: 'go', label: tabs.ai, href: '/app/developers/ai' },
      { group: 'go', label: tabs.reference, href: '/docs' },
    ]
  },
}
