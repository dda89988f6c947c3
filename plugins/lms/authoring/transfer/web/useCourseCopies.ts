import { useMutation } from '@tanstack/react-query'
import { download } from '#core/web/download.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Course } from '../../courses/contract.ts'
import { courseReads } from '../../courses/web/client.ts'
import { transferApi } from './client.ts'

/** Builds the menu items that duplicate or export a course. */
export function useCourseCopies({ id, title }: Course, onMade: (id: string) => void) {
  const params = { id }
  const duplicate = useMutation(
    transferApi.duplicateCourse.mutation({
      touches: courseReads,
      onSuccess: (made) => {
        notify({ title: 'Course duplicated', description: `${made.title} is a draft of its own.` })
        onMade(made.id)
      },
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return [
    { label: 'Duplicate', onAction: () => duplicate.mutate({ params }) },
    {
      label: 'Export',
      onAction: () => {
        download(transferApi.exportCourse.url({ params }))
        notify({ title: 'Export begun', description: `${title} is saved as one ZIP with its files.` })
      },
    },
  ]
}
