import { mount } from '#core/server/http/mount.ts'
import { importsContract } from '../contract.ts'
import { downloadTemplate } from './download-template.ts'
import { exportStudents } from './export-students.ts'
import { createImport, getImport, listImports, mapImport, readImportAgain } from './imports.ts'
import { listRows } from './rows.ts'
import { startImport } from './start-import.ts'
import { undoImport } from './undo-import.ts'

export const importsRoutes = mount(importsContract, {
  exportStudents,
  downloadTemplate,
  listImports,
  createImport,
  getImport,
  mapImport,
  readImportAgain,
  listImportRows: async (scope, id, query) => listRows(scope, await getImport(scope, id), query),
  startImport,
  undoImport,
})
