import { mount } from '#core/server/http/mount.ts'
import { exportsContract } from '../contract.ts'
import { downloadExport } from './download.ts'
import { cancelExport, createExport, deleteExport, listExports } from './exports.ts'

export const exportsRoutes = mount(exportsContract, {
  listExports: (scope, { query }) => listExports(scope, query),
  createExport: (scope, { body }) => createExport(scope, body),
  cancelExport: (scope, { params }) => cancelExport(scope, params.id),
  deleteExport: (scope, { params }) => deleteExport(scope, params.id),
  downloadExport: (scope, { params }) => downloadExport(scope, params.id),
})
