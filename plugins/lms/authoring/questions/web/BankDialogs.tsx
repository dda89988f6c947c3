import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog, EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { bankChange, newBank, type QuestionBank } from '../bank-contract.ts'
import { bankApi, bankReads } from './client.ts'
import { formatQuestions } from './questionLabels.ts'

interface NewBankDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (bank: QuestionBank) => void
}

export function NewBankDialog({ isOpen, onClose, onCreated }: NewBankDialogProps) {
  const create = useMutation(bankApi.createQuestionBank.mutation({ touches: bankReads }))
  return (
    <FormDialog
      title="Add question bank"
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={newBank}
      defaultValues={{ name: '', description: '' }}
      save={(body) => create.mutateAsync({ body })}
      saved={{ title: 'Question bank added' }}
      onSaved={onCreated}
      submit="Add question bank"
    >
      <BankFields />
    </FormDialog>
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
  const update = useMutation(bankApi.updateQuestionBank.mutation({ touches: bankReads }))
  return (
    <EditDialog
      title="Edit question bank"
      isOpen={isOpen}
      onOpenChange={onClose}
      thing={bank}
      schema={bankChange}
      editable={toEditable}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Question bank saved' }}
      reread={({ id }) => bankApi.getQuestionBank.call({ params: { id } })}
      noun="this question bank"
    >
      <BankFields />
    </EditDialog>
  )
}

const toEditable = ({ name, description }: QuestionBank) => ({ name, description })

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
  // The page of the deleted bank is left before any query refetches it.
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
      Lessons keep their copies. When they are published again, their pools no longer draw from it.
    </ConfirmDialog>
  )
}
