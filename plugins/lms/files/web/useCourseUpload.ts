import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { sendInParts } from '#core/web/sendInParts.ts'
import { useUser } from '#core/web/session.ts'
import type { Upload } from '#core/web/ui/fields/useUpload.ts'
import { COURSE_FILE, COURSE_PACKAGE, type CourseFile, type CourseFileKind } from '../contract.ts'
import { courseFilesApi } from './client.ts'

/** Sends files of one kind into a course: pictures and captions whole, everything else in parts. */
export function useCourseUpload(courseId: string, kind: CourseFileKind): Upload<CourseFile> {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const params = { id: courseId }
  return async (file, { signal, onProgress }) => {
    const sent = await (async () => {
      if (kind === 'picture') return courseFilesApi.putCoursePicture.call({ params, file, onProgress }, signal)
      if (kind === 'captions') return courseFilesApi.putCourseCaptions.call({ params, file, onProgress }, signal)
      const id = await inParts({ file, courseId, kind, userId, signal, onProgress })
      return courseFilesApi.getCourseFile.call({ params: { id } }, signal)
    })()
    await refresh(queryClient, [courseFilesApi.listCourseFiles.key({ params })])
    return sent
  }
}

interface InParts {
  file: File
  courseId: string
  kind: CourseFileKind
  userId: string
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** @returns its id  @throws Error in the words of the server; the reason of the signal */
function inParts({ file, courseId, kind, userId, signal, onProgress }: InParts): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = sendInParts({
      file,
      kind: kind === 'package' ? COURSE_PACKAGE : COURSE_FILE,
      ownerId: courseId,
      userId,
      onProgress,
      onDone: resolve,
      onFailure: (message) => reject(new Error(message)),
    })
    sending.catch(reject)
    const stop = () => {
      void sending.then(({ cancel }) => cancel())
      reject(signal.reason as Error)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
