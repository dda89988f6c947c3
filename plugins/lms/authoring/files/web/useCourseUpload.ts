import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import type { UploadOptions } from '#core/web/ui/fields/useUpload.ts'
import { COURSE_FILE, COURSE_PACKAGE, type CourseFile, type CourseFileKind } from '../contract.ts'
import { courseFilesApi } from './client.ts'
import { uploadInParts } from './inParts.ts'

interface SendOptions extends UploadOptions {
  /** Leaves out captions that cannot be shown. */
  leaveOut?: boolean
}

/** Uploads files of one kind to a course: pictures and captions whole, all others in parts. */
export function useCourseUpload(courseId: string, kind: CourseFileKind) {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const params = { id: courseId }
  return async (file: File, { signal, onProgress, leaveOut = false }: SendOptions): Promise<CourseFile> => {
    const sent = await (async () => {
      if (kind === 'picture') return courseFilesApi.putCoursePicture.call({ params, file, onProgress }, signal)
      if (kind === 'captions') {
        return courseFilesApi.putCourseCaptions.call(
          { params, query: leaveOut ? { leaveOut: 'true' } : {}, file, onProgress },
          signal,
        )
      }
      const sentAs = kind === 'package' ? COURSE_PACKAGE : COURSE_FILE
      const id = await uploadInParts({ file, kind: sentAs, ownerId: courseId, userId, signal, onProgress })
      return courseFilesApi.getCourseFile.call({ params: { id } }, signal)
    })()
    await refresh(queryClient, [courseFilesApi.listCourseFiles.key({ params })])
    return sent
  }
}
