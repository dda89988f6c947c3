import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { coursesApi } from '../../authoring/courses/web/client.ts'
import { courseFilesContract } from '../../authoring/files/contract.ts'
import type { CourseFileUse } from '../../authoring/files/uses-contract.ts'
import { courseFilesApi } from '../../authoring/files/web/client.ts'

interface RenameFileDialogProps {
  /** undefined: closed. */
  file: CourseFileUse | undefined
  onClose: () => void
}

export function RenameFileDialog({ file, onClose }: RenameFileDialogProps) {
  return (
    <Dialog
      title="Rename file"
      size="small"
      help="Under this name authors find it and learners save it. Lessons that show it stay as they are."
      isOpen={file !== undefined}
      onOpenChange={onClose}
    >
      {file && <RenameForm file={file} onDone={onClose} />}
    </Dialog>
  )
}

function RenameForm({ file: { id, name }, onDone }: { file: CourseFileUse; onDone: () => void }) {
  const rename = useMutation(courseFilesApi.renameCourseFile.mutation({ touches: [coursesApi.listCourses.key()] }))
  const form = useContractForm(courseFilesContract.renameCourseFile.body, {
    defaultValues: { name },
    submit: async (body) => {
      const renamed = await rename.mutateAsync({ params: { id }, body })
      notify({ title: 'File renamed', description: renamed.name })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Rename</SubmitButton>}>
      <FormTextField name="name" label="Name" maxLength={255} autoComplete="off" autoFocus />
    </DialogForm>
  )
}
