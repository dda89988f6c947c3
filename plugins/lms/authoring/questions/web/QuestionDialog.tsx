import { useState } from 'react'
import { z } from 'zod'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import type { Question } from '../contract.ts'
import { toShownQuestion } from '../shown-contract.ts'
import { editedQuestion } from './editedQuestion.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { QuestionView } from './QuestionView.tsx'
import { typeLabels } from './questionLabels.ts'

const edited = z.object({ question: editedQuestion })

interface QuestionDialogProps {
  /** undefined: closed. */
  question: Question | undefined
  isNew: boolean
  onClose: () => void
  onSave: (question: Question) => void
}

/** Dialog that creates or edits a question of a lesson. */
export function QuestionDialog({ question: given, isNew, onClose, onSave }: QuestionDialogProps) {
  const written = useLast(given)
  if (!written) return null
  return (
    <FormDialog
      title={isNew ? 'Add question' : 'Edit question'}
      help={typeLabels[written.type].label}
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      schema={edited}
      defaultValues={{ question: written }}
      save={async (values) => values.question}
      onSaved={onSave}
      submit={isNew ? 'Add question' : 'Save question'}
    >
      <QuestionFields type={written.type} />
    </FormDialog>
  )
}

interface PreviewDialogProps {
  /** Questions in their order; empty: closed. */
  questions: readonly Question[]
  onClose: () => void
}

/** Dialog that previews questions for learners. */
export function PreviewDialog({ questions, onClose }: PreviewDialogProps) {
  const [place, setPlace] = useState(0)
  // Wraps around: a button that becomes disabled would lose the focus.
  const turn = (step: number) => setPlace((place + step + questions.length) % questions.length)
  const shown = questions[Math.min(place, questions.length - 1)]
  return (
    <Dialog
      title="Preview"
      help={questions.length > 1 ? `Question ${place + 1} of ${questions.length}` : 'Learner preview'}
      size="large"
      isOpen={questions.length > 0}
      onOpenChange={() => {
        setPlace(0)
        onClose()
      }}
    >
      <DialogBody>{shown && <QuestionView key={shown.id} question={toShownQuestion(shown)} />}</DialogBody>
      <DialogFooter>
        {questions.length > 1 && (
          <>
            <Button onPress={() => turn(-1)}>Previous</Button>
            <Button onPress={() => turn(1)}>Next</Button>
          </>
        )}
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
