import { mount } from '#core/server/http/mount.ts'
import { transferContract } from '../contract.ts'
import { duplicateCourse } from './duplicating.ts'
import { exportCourse } from './exporting.ts'
import { getCourseImport, listCourseImports } from './importing.ts'

export const transferRoutes = mount(transferContract, {
  duplicateCourse,
  exportCourse,
  listCourseImports,
  getCourseImport,
})
