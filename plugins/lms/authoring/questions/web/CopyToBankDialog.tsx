import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Question } from '../contract.ts'
import { BankSelect } from './BankSelect.tsx'
import { bankApi, bankReads } from './client.ts'
import { formatQuestions, shortenPrompt, typeLabels } from './questionLabels.ts'
import { QuestionText } from './QuestionText.tsx'

interface CopyToBankDialogProps {
  questions: readonly Question[]
  isOpen: boolean
  onClose: () => void
}

export function CopyToBankDialog({ questions, isOpen, onClose }: CopyToBankDialogProps) {
  return (
    <Dialog
      title="Copy to a bank"
      help="The bank gets copies, and other lessons can copy them from there."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Choosing questions={questions} onClose={onClose} />
    </Dialog>
  )
}

function Choosing({ questions, onClose }: Omit<CopyToBankDialogProps, 'isOpen'>) {
  const [bank, setBank] = useState<{ id: string; name: string }>()
  const [chosen, setChosen] = useState(questions.map(({ id }) => id))
  const copy = useMutation(bankApi.copyQuestions.mutation({ touches: bankReads }))
  const send = async () => {
    if (!bank) return
    const copied = questions.filter(({ id }) => chosen.includes(id))
    // The dialog shows the error.
    const answer = await copy
      .mutateAsync({ params: { id: bank.id }, body: { questions: copied } })
      .catch(() => undefined)
    if (!answer) return
    notify({ title: `${formatQuestions(copied.length)} copied to ${bank.name}` })
    onClose()
  }
  return (
    <>
      <DialogBody>
        {copy.error && <Banner tone="error">{errorText(copy.error)}</Banner>}
        <BankSelect value={bank?.id} onChange={setBank} />
        <CheckboxGroup
          label="Questions"
          options={questions.map((question) => ({
            id: question.id,
            label: <QuestionText text={shortenPrompt(question)} isName />,
            description: typeLabels[question.type].label,
          }))}
          value={chosen}
          onChange={setChosen}
        />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isPending={copy.isPending}
          isDisabled={!bank || chosen.length === 0}
          onPress={() => void send()}
        >
          {chosen.length === 0 ? 'Copy questions' : `Copy ${formatQuestions(chosen.length)}`}
        </Button>
      </DialogFooter>
    </>
  )
}
