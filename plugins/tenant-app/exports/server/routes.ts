import { mount } from '#core/server/http/mount.ts'
import { exportsContract } from '../contract.ts'
import { personalExportsContract } from '../person-contract.ts'
import { downloadExport, downloadPersonalExport } from './download.ts'
import { createPersonalExport, listPersonalExports } from './person-exports.ts'
import { cancelExport, createExport, deleteExport, listExports } from './exports.ts'

export const exportsRoutes = mount(exportsContract, {
  listExports: (scope, { query }) => listExports(scope, query),
  createExport: (scope, { body }) => createExport(scope, body),
  cancelExport: (scope, { params }) => cancelExport(scope, params.id),
  deleteExport: (scope, { params }) => deleteExport(scope, params.id),
  downloadExport: (scope, { params }) => downloadExport(scope, params.id),
})

export const personalExportsRoutes = mount(personalExportsContract, {
  listPersonalExports: (scope, { query }) => listPersonalExports(scope, query),
  createPersonalExport: (scope, { body }) => createPersonalExport(scope, body),
  downloadPersonalExport: (scope, { params }) => downloadPersonalExport(scope, params.id),
})
