import { mount } from '#core/server/http/mount.ts'
import { importsContract } from '../contract.ts'
import { exportStudents } from './export-students.ts'
import { createImport, getImport, listImports, mapImport, startImport } from './imports.ts'
import { listRows } from './rows.ts'
import { undoImport } from './undo-import.ts'

export const importsRoutes = mount(importsContract, {
  exportStudents,
  listImports,
  createImport,
  getImport,
  mapImport,
  listImportRows: async (scope, id, query) => listRows(scope, await getImport(scope, id), query),
  startImport,
  undoImport,
})
