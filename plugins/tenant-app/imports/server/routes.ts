import { mount } from '#core/server/http/mount.ts'
import { importsContract } from '../contract.ts'
import { exportStudents } from './exporting.ts'
import { createImport, getImport, listImports, mapImport, startImport } from './imports.ts'
import { listRows } from './rows.ts'
import { undoImport } from './undoing.ts'

export const importsRoutes = mount(importsContract, {
  exportStudents,
  listImports: (scope, { query }) => listImports(scope, query),
  createImport: (scope, { upload }) => createImport(scope, upload),
  getImport: (scope, { params }) => getImport(scope, params.id),
  mapImport: (scope, { params, body }) => mapImport(scope, params.id, body),
  listImportRows: async (scope, { params, query }) => listRows(scope, await getImport(scope, params.id), query),
  startImport: (scope, { params }) => startImport(scope, params.id),
  undoImport: (scope, { params }) => undoImport(scope, params.id),
})
