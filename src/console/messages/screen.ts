import { consolePage, type Screen } from '../console-page.ts'
import { saveMessage, showMessage, testMessage } from './editor.ts'
import { addMessage, messagesPath, removeMessage, showMessages, switchMessage } from './list.ts'
import { messagesTextsFor } from './texts.ts'

export const messages: Screen = {
  name: 'messages',
  start: messagesPath,
  pages: {
    'GET /app/messages': consolePage(showMessages),
    'POST /app/messages': consolePage(addMessage),
    'GET /app/messages/:id': consolePage(showMessage),
    'POST /app/messages/:id': consolePage(saveMessage),
    'POST /app/messages/:id/switch': consolePage(switchMessage),
    'POST /app/messages/:id/test': consolePage(testMessage),
    'POST /app/messages/:id/delete': consolePage(removeMessage),
  },
  async palette(visit) {
    return [{ group: 'do', label: messagesTextsFor(visit).add, href: messagesPath }]
  },
}
