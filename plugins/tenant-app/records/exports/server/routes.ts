import { mount } from '#core/server/http/mount.ts'
import { exportsContract } from '../contract.ts'
import { personalExportsContract } from '../person-contract.ts'
import { downloadExport, downloadPersonalExport } from './download.ts'
import { createPersonalExport, listPersonalExports } from './person-exports.ts'
import { cancelExport, createExport, deleteExport, listExports } from './exports.ts'

export const exportsRoutes = mount(exportsContract, {
  listExports,
  createExport,
  cancelExport,
  deleteExport,
  downloadExport,
})

export const personalExportsRoutes = mount(personalExportsContract, {
  listPersonalExports,
  createPersonalExport,
  downloadPersonalExport,
})
