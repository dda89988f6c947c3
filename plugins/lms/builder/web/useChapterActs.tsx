import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { chapterChange, type Chapter } from '../../authoring/courses/contract.ts'
import { coursesApi, courseReads } from '../../authoring/courses/web/client.ts'
import { chapterStatusOptions } from '../../authoring/courses/web/courseLabels.ts'
import { OpeningFields } from '../../authoring/courses/web/OpeningFields.tsx'

type Act = 'edit' | 'delete'

/** Actions on a chapter; render `dialog` on the page. @param chapters of the course, in their order */
export function useChapterActs(chapters: readonly Chapter[]) {
  const [asked, setAsked] = useState<{ act: Act; chapter: Chapter }>()
  const close = () => setAsked(undefined)
  const { remove } = useDeletion()
  const placing = useMutation(
    coursesApi.updateChapter.mutation({
      touches: courseReads,
      onSuccess: () => notify({ title: 'Chapter order updated successfully' }),
      onError: (error) =>
        notify({ title: 'Error updating chapter order', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const dialog = (
    <>
      <EditChapterDialog
        chapter={asked?.act === 'edit' ? asked.chapter : undefined}
        chapters={chapters}
        onClose={close}
      />
      {asked && (
        <ConfirmDialog
          title="Delete chapter"
          isOpen={asked.act === 'delete'}
          onOpenChange={close}
          confirmLabel="Delete"
          onConfirm={() => remove(asked.chapter)}
        >
          Are you sure you want to delete the chapter “{asked.chapter.title}”? Its lessons become unassigned.
        </ConfirmDialog>
      )}
    </>
  )
  return {
    ask: (act: Act, chapter: Chapter) => setAsked({ act, chapter }),
    /** @param order counted from 1 */
    move: ({ id }: Chapter, order: number) => placing.mutate({ params: { id }, body: { order } }),
    dialog,
  }
}

function useDeletion() {
  const restore = useMutation(
    coursesApi.restoreChapter.mutation({
      touches: courseReads,
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const deletion = useMutation(
    coursesApi.deleteChapter.mutation({
      touches: courseReads,
      onError: (error) =>
        notify({
          title: 'Error deleting chapter',
          description: serverMessage(error, 'Failed to delete chapter'),
          tone: 'destructive',
        }),
    }),
  )
  const remove = async ({ id }: Chapter) => {
    await deletion.mutateAsync({ params: { id } })
    notify({
      title: 'Chapter deleted successfully',
      action: { label: 'Undo', onAction: () => restore.mutate({ params: { id } }) },
    })
  }
  return { remove }
}

const toEditable = ({ title, description, status, opensOn, opensAfterDays, afterIds }: Chapter) => ({
  title,
  description,
  status,
  opensOn,
  opensAfterDays,
  afterIds,
})

interface EditChapterDialogProps {
  /** undefined: closed. */
  chapter: Chapter | undefined
  chapters: readonly Chapter[]
  onClose: () => void
}

function EditChapterDialog({ chapter: given, chapters, onClose }: EditChapterDialogProps) {
  const chapter = useLast(given)
  const update = useMutation(coursesApi.updateChapter.mutation({ touches: courseReads }))
  if (!chapter) return null
  return (
    <EditDialog
      title="Edit Chapter"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={chapter}
      schema={chapterChange}
      editable={toEditable}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Chapter updated successfully' }}
      reread={async ({ id, courseId }) => {
        const chapters = await coursesApi.listChapters.call({ params: { id: courseId } })
        const found = chapters.find((one) => one.id === id)
        if (!found) throw new Error('Someone else deleted this chapter.')
        return found
      }}
      noun="this chapter"
    >
      <FormTextField name="title" label="Chapter Title" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
      <FormSelect
        name="status"
        label="Status"
        options={chapterStatusOptions}
        help="A draft and its lessons are left out when the course is published."
      />
      <OpeningFields noun="chapter" others={chapters.filter(({ id }) => id !== chapter.id)} />
    </EditDialog>
  )
}
