import { useMutation } from '@tanstack/react-query'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { coursesApi } from '../../authoring/courses/web/client.ts'
import { courseFilesContract } from '../../authoring/files/contract.ts'
import type { CourseFileUse } from '../../authoring/files/uses-contract.ts'
import { courseFilesApi } from '../../authoring/files/web/client.ts'

interface RenameFileDialogProps {
  /** undefined: closed. */
  file: CourseFileUse | undefined
  onClose: () => void
}

export function RenameFileDialog({ file: given, onClose }: RenameFileDialogProps) {
  const file = useLast(given)
  const rename = useMutation(courseFilesApi.renameCourseFile.mutation({ touches: [coursesApi.listCourses.key()] }))
  if (!file) return null
  const { id, name } = file
  return (
    <FormDialog
      title="Rename file"
      size="small"
      help="Authors and learners see this name. Lessons that use the file do not change."
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={courseFilesContract.renameCourseFile.body}
      defaultValues={{ name }}
      save={(body) => rename.mutateAsync({ params: { id }, body })}
      saved={(renamed) => ({ title: 'File renamed', description: renamed.name })}
      submit="Rename"
    >
      <FormTextField name="name" label="Name" maxLength={255} autoComplete="off" autoFocus />
    </FormDialog>
  )
}
