import { mount } from '#core/server/http/mount.ts'
import { courseFilesContract } from '../contract.ts'
import { fileUsesContract } from '../uses-contract.ts'
import { deleteCourseFile, getCourseFile, listCourseFiles, renameCourseFile } from './course-files.ts'
import { listCourseFileUses } from './file-uses.ts'
import type { CourseFileKinds } from './file-kinds.ts'
import { putCaptions, putPicture } from './putting.ts'

export const courseFilesRoutes = (kinds: CourseFileKinds) =>
  mount(courseFilesContract, {
    listCourseFiles: (scope, { params, query }) => listCourseFiles(scope, params.id, query),
    putCoursePicture: (unscoped, { params, upload }) => putPicture(unscoped, kinds, params.id, upload),
    putCourseCaptions: (unscoped, { params, upload }) => putCaptions(unscoped, kinds, params.id, upload),
    getCourseFile: (scope, { params }) => getCourseFile(scope, params.id),
    renameCourseFile: (scope, { params, body }) => renameCourseFile(scope, params.id, body),
    deleteCourseFile: (scope, { params }) => deleteCourseFile(scope, params.id),
  })

export const fileUsesRoutes = mount(fileUsesContract, {
  listCourseFileUses: (scope, { params, query }) => listCourseFileUses(scope, params.id, query),
})
