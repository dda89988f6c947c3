import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { FormCommaField } from '../../courses/web/FormCommaField.tsx'
import { newBanked, type Banked } from '../bank-contract.ts'
import { question, type Question, type QuestionType } from '../contract.ts'
import { bankApi, bankReads } from './client.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { typeLabels } from './questionLabels.ts'

/** Editable fields of a question in a bank. */
const edited = z.object({ question, tags: newBanked.shape.tags })

interface NewBankedDialogProps {
  bankId: string
  /** undefined: closed. */
  question: Question | undefined
  onClose: () => void
}

/** A question that a bank is given. */
export function NewBankedDialog({ bankId, question: begun, onClose }: NewBankedDialogProps) {
  return (
    <Dialog
      title="Add question"
      help={begun && typeLabels[begun.type].label}
      size="large"
      isOpen={begun !== undefined}
      onOpenChange={onClose}
    >
      {begun && <NewBankedForm bankId={bankId} question={begun} onClose={onClose} />}
    </Dialog>
  )
}

function NewBankedForm({ bankId, question: begun, onClose }: NewBankedDialogProps & { question: Question }) {
  const create = useMutation(bankApi.createQuestion.mutation({ touches: bankReads }))
  const form = useContractForm(edited, {
    defaultValues: { question: begun, tags: [] },
    submit: async (body) => {
      await create.mutateAsync({ body: { bankId, ...body } })
      notify({ title: 'Question added' })
      onClose()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Add question</SubmitButton>}>
      <BankedFields type={begun.type} />
    </DialogForm>
  )
}

function BankedFields({ type }: { type: QuestionType }) {
  return (
    <>
      <QuestionFields type={type} />
      <FormCommaField name="tags" label="Tags" placeholder="safety, year 1" />
    </>
  )
}

interface EditBankedDialogProps {
  /** undefined: closed. */
  banked: Banked | undefined
  onClose: () => void
}

/** A question of a bank, changed; of two who do so at once the second is told. */
export function EditBankedDialog({ banked, onClose }: EditBankedDialogProps) {
  return (
    <Dialog
      title="Edit question"
      help={banked && typeLabels[banked.question.type].label}
      size="large"
      isOpen={banked !== undefined}
      onOpenChange={onClose}
    >
      {banked && <EditBankedForm banked={banked} onClose={onClose} />}
    </Dialog>
  )
}

const toEditable = ({ question: written, tags }: Banked) => ({ question: written, tags })

function EditBankedForm({ banked, onClose }: { banked: Banked; onClose: () => void }) {
  const update = useMutation(bankApi.updateQuestion.mutation({ touches: bankReads }))
  const edit = useEditForm({
    thing: banked,
    schema: edited,
    editable: toEditable,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Question saved' })
      onClose()
    },
    reread: ({ id }) => bankApi.getQuestion.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this question">
      <BankedFields type={edit.known.question.type} />
    </EditForm>
  )
}
