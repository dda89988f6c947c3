import { mount } from '#core/server/http/mount.ts'
import { courseFilesContract } from '../contract.ts'
import { fileUsesContract } from '../uses-contract.ts'
import { deleteCourseFile, getCourseFile, listCourseFiles, renameCourseFile } from './course-files.ts'
import { listCourseFileUses } from './file-uses.ts'
import type { CourseFileKinds } from './file-kinds.ts'
import { putCaptions, putPicture } from './put-files.ts'

export const courseFilesRoutes = (kinds: CourseFileKinds) =>
  mount(courseFilesContract, {
    listCourseFiles,
    putCoursePicture: (unscoped, id, upload) => putPicture(unscoped, kinds, id, upload),
    putCourseCaptions: (unscoped, id, query, upload) => putCaptions(unscoped, kinds, id, query, upload),
    getCourseFile,
    renameCourseFile,
    deleteCourseFile,
  })

export const fileUsesRoutes = mount(fileUsesContract, {
  listCourseFileUses,
})
