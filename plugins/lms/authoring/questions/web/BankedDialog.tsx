import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { FormDialog, EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { FormCommaField } from '../../courses/web/FormCommaField.tsx'
import { newBanked, type Banked } from '../bank-contract.ts'
import type { Question, QuestionType } from '../contract.ts'
import { bankApi, bankReads } from './client.ts'
import { editedQuestion } from './editedQuestion.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { typeLabels } from './questionLabels.ts'

/** Editable fields of a question in a bank. */
const edited = z.object({ question: editedQuestion, tags: newBanked.shape.tags })

interface NewBankedDialogProps {
  bankId: string
  /** undefined: closed. */
  question: Question | undefined
  onClose: () => void
}

/** Dialog that adds a question to a bank. */
export function NewBankedDialog({ bankId, question: given, onClose }: NewBankedDialogProps) {
  const begun = useLast(given)
  const create = useMutation(bankApi.createQuestion.mutation({ touches: bankReads }))
  if (!begun) return null
  return (
    <FormDialog
      title="Add question"
      help={typeLabels[begun.type].label}
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={edited}
      defaultValues={{ question: begun, tags: [] }}
      save={(body) => create.mutateAsync({ body: { bankId, ...body } })}
      saved={{ title: 'Question added' }}
      submit="Add question"
    >
      <BankedFields type={begun.type} />
    </FormDialog>
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

/** Dialog that edits a question of a bank; the second of two concurrent editors gets a conflict. */
export function EditBankedDialog({ banked: given, onClose }: EditBankedDialogProps) {
  const banked = useLast(given)
  const update = useMutation(bankApi.updateQuestion.mutation({ touches: bankReads }))
  if (!banked) return null
  return (
    <EditDialog
      title="Edit question"
      help={typeLabels[banked.question.type].label}
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={banked}
      schema={edited}
      editable={toEditable}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Question saved' }}
      reread={({ id }) => bankApi.getQuestion.call({ params: { id } })}
      noun="this question"
    >
      {(known) => <BankedFields type={known.question.type} />}
    </EditDialog>
  )
}

const toEditable = ({ question: written, tags }: Banked) => ({ question: written, tags })
