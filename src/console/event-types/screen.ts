import { consolePage, type Screen } from '../console-page.ts'
import { applyBulkEdit, showBulkEdit } from './bulk-edit.ts'
import { createPage, takeNewType } from './create.ts'
import { showEditor } from './editor.ts'
import { deleteType, duplicateType, moveType, restoreType, switchType } from './handlers.ts'
import { linkHandlers } from './links.ts'
import { listPage, paletteOfTypes } from './list.ts'
import { changeCopies, changeHosts, changeLocations, changePermissions, changeQuestions, undoRemoval } from './parts.ts'
import { previewPages } from './preview.ts'
import { saveType } from './save.ts'

export const eventTypes: Screen = {
  name: 'event-types',
  start: '/app',
  pages: {
    'GET /app': consolePage(listPage),
    'GET /app/types/new': consolePage(createPage),
    'POST /app/types/new': consolePage(takeNewType),
    'GET /app/types/bulk': consolePage(showBulkEdit),
    'POST /app/types/bulk': consolePage(applyBulkEdit),
    'GET /app/types/:id': consolePage(showEditor),
    'POST /app/types/:id': consolePage(saveType),
    ...previewPages,
    'POST /app/types/:id/switch': consolePage(switchType),
    'POST /app/types/:id/move': consolePage(moveType),
    'POST /app/types/:id/duplicate': consolePage(duplicateType),
    'POST /app/types/:id/delete': consolePage(deleteType),
    'POST /app/types/:id/restore': consolePage(restoreType),
    'POST /app/types/:id/locations': consolePage(changeLocations),
    'POST /app/types/:id/questions': consolePage(changeQuestions),
    'POST /app/types/:id/hosts': consolePage(changeHosts),
    'POST /app/types/:id/permissions': consolePage(changePermissions),
    'POST /app/types/:id/undo': consolePage(undoRemoval),
    'POST /app/types/:id/copies': consolePage(changeCopies),
    'POST /app/types/:id/links': consolePage(linkHandlers.create),
    'POST /app/types/:id/links/:link': consolePage(linkHandlers.update),
    'POST /app/types/:id/links/:link/delete': consolePage(linkHandlers.delete),
  },
  palette: paletteOfTypes,
}
