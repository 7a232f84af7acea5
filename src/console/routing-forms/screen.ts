import { isAdmin } from '#contract/principal.ts'
import { consolePage, type Screen } from '../console-page.ts'
import { exportAnswers, showAnswers } from './answers.ts'
import {
  addQuestion,
  addRule,
  changeQuestion,
  changeRule,
  removeForm,
  restoreForm,
  saveFallback,
  saveName,
  setStatus,
  showForm,
  tryForm,
  undoChange,
} from './editor.ts'
import { createForm, showForms } from './list.ts'
import { textsFor } from './texts.ts'

export const routingForms: Screen = {
  name: 'routing-forms',
  start: '/app/forms',
  isFor: isAdmin,
  pages: {
    'GET /app/forms': consolePage(showForms),
    'POST /app/forms': consolePage(createForm),
    'GET /app/forms/:id': consolePage(showForm),
    'POST /app/forms/:id/name': consolePage(saveName),
    'POST /app/forms/:id/questions': consolePage(addQuestion),
    'POST /app/forms/:id/questions/:question': consolePage(changeQuestion),
    'POST /app/forms/:id/rules': consolePage(addRule),
    'POST /app/forms/:id/rules/:rule': consolePage(changeRule),
    'POST /app/forms/:id/fallback': consolePage(saveFallback),
    'POST /app/forms/:id/status': consolePage(setStatus),
    'POST /app/forms/:id/try': consolePage(tryForm),
    'POST /app/forms/:id/delete': consolePage(removeForm),
    'POST /app/forms/:id/restore': consolePage(restoreForm),
    'POST /app/forms/:id/undo': consolePage(undoChange),
    'GET /app/forms/:id/answers': consolePage(showAnswers),
    'GET /app/forms/:id/answers.csv': consolePage(exportAnswers),
  },
  async palette(visit) {
    return [{ group: 'do', label: textsFor(visit).newForm, href: '/app/forms#name' }]
  },
}
