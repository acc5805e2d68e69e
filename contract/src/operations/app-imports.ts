import {
  importPieceBytes,
  importPieceQuery,
  importReply,
  importsReply,
  newImport,
} from '../data-import.ts'
import { admin, message, type Operations } from '../operation.ts'

/** A file is announced, sent in pieces, checked, and imported once the preview was confirmed. */
export const importOperations = {
  'GET /api/app/sites/:siteId/imports': { access: admin, data: importsReply },
  'POST /api/app/sites/:siteId/imports': { access: admin, body: newImport, data: importReply },
  'GET /api/app/sites/:siteId/imports/:importId': { access: admin, data: importReply },
  'DELETE /api/app/sites/:siteId/imports/:importId': { access: admin, data: message },
  'POST /api/app/sites/:siteId/imports/:importId/check': { access: admin, data: importReply },
  'POST /api/app/sites/:siteId/imports/:importId/start': { access: admin, data: importReply },
  'POST /api/app/sites/:siteId/imports/:importId/undo': { access: admin, data: importReply },
} satisfies Operations

/** The pieces, which are bytes. */
export const importPieceOperations = {
  'PUT /api/app/sites/:siteId/imports/:importId/content': {
    access: admin,
    query: importPieceQuery,
    readsBody: true,
    bodyLimitBytes: importPieceBytes,
    data: importReply,
  },
} satisfies Operations
