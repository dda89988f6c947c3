import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { bankChange, newBank, type QuestionBank } from '../bank-contract.ts'
import { bankApi, bankReads } from './client.ts'
import { formatQuestions } from './questionLabels.ts'

interface NewBankDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (bank: QuestionBank) => void
}

export function NewBankDialog({ isOpen, onClose, onCreated }: NewBankDialogProps) {
  return (
    <Dialog title="Add question bank" isOpen={isOpen} onOpenChange={onClose}>
      <NewBankForm onCreated={onCreated} />
    </Dialog>
  )
}

function NewBankForm({ onCreated }: Pick<NewBankDialogProps, 'onCreated'>) {
  const create = useMutation(bankApi.createQuestionBank.mutation({ touches: bankReads }))
  const form = useContractForm(newBank, {
    defaultValues: { name: '', description: '' },
    submit: async (body) => {
      const made = await create.mutateAsync({ body })
      notify({ title: 'Question bank added' })
      onCreated(made)
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Add question bank</SubmitButton>}>
      <BankFields />
    </DialogForm>
  )
}

function BankFields() {
  return (
    <>
      <FormTextField name="name" label="Name" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
    </>
  )
}

interface BankDialogProps {
  bank: QuestionBank
  isOpen: boolean
  onClose: () => void
}

export function EditBankDialog({ bank, isOpen, onClose }: BankDialogProps) {
  return (
    <Dialog title="Edit question bank" isOpen={isOpen} onOpenChange={onClose}>
      <EditBankForm bank={bank} onDone={onClose} />
    </Dialog>
  )
}

const toEditable = ({ name, description }: QuestionBank) => ({ name, description })

function EditBankForm({ bank, onDone }: { bank: QuestionBank; onDone: () => void }) {
  const update = useMutation(bankApi.updateQuestionBank.mutation({ touches: bankReads }))
  const edit = useEditForm({
    thing: bank,
    schema: bankChange,
    editable: toEditable,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Question bank saved' })
      onDone()
    },
    reread: ({ id }) => bankApi.getQuestionBank.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this question bank">
      <BankFields />
    </EditForm>
  )
}

interface DeleteBankDialogProps extends BankDialogProps {
  onDeleted: () => void
}

export function DeleteBankDialog({ bank, isOpen, onClose, onDeleted }: DeleteBankDialogProps) {
  const restore = useMutation(
    bankApi.restoreQuestionBank.mutation({
      touches: bankReads,
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  // The page of a bank that is gone is left before anything reads it again.
  const deletion = useMutation(bankApi.deleteQuestionBank.mutation())
  const { id, name, questionCount } = bank
  return (
    <ConfirmDialog
      title={`Delete the question bank “${name}”?`}
      isOpen={isOpen}
      onOpenChange={onClose}
      confirmLabel="Delete question bank"
      onConfirm={async () => {
        await deletion.mutateAsync({ params: { id } })
        notify({
          title: 'Question bank deleted',
          action: { label: 'Undo', onAction: () => restore.mutate({ params: { id } }) },
        })
        onDeleted()
      }}
    >
      {questionCount > 0 && `It has ${formatQuestions(questionCount)}. `}
      Lessons keep the copies that they have; their pools draw nothing from it any more when they are published again.
    </ConfirmDialog>
  )
}
