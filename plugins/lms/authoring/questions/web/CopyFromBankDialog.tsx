import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { useSearchText } from '#core/web/ui/lists/searchText.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Question } from '../contract.ts'
import { BankSelect } from './BankSelect.tsx'
import { bankApi } from './client.ts'
import { formatQuestions, shortenPrompt, typeLabels } from './questionLabels.ts'
import { QuestionText } from './QuestionText.tsx'
import * as styles from './questions.css.ts'

/** Number of questions per page; others are found by search. */
const PAGE_SIZE = 50

interface CopyFromBankDialogProps {
  isOpen: boolean
  /** Maximum number of questions that the lesson can still take. */
  max: number
  onClose: () => void
  onCopy: (questions: Question[]) => void
}

export function CopyFromBankDialog({ isOpen, onClose, ...rest }: CopyFromBankDialogProps) {
  return (
    <Dialog
      title="Copy from a bank"
      help="The lesson gets copies: later changes in the bank do not affect them."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <Choosing onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Choosing({ max, onClose, onCopy }: Omit<CopyFromBankDialogProps, 'isOpen'>) {
  const [bankId, setBankId] = useState<string>()
  const [search, setSearch] = useState('')
  const [text, setText] = useSearchText({ initial: '', onSettle: setSearch })
  // Questions of an earlier search stay selected.
  const [chosen, setChosen] = useState<readonly Question[]>([])
  const found = useQuery({
    ...bankApi.listQuestions({ params: { id: bankId ?? '' }, query: { search, limit: PAGE_SIZE } }),
    enabled: bankId !== undefined,
    placeholderData: keepPreviousData,
  })
  const shown = (found.data ?? []).map(({ question }) => question)
  const choose = (ids: string[]) =>
    setChosen([
      ...chosen.filter(({ id }) => !shown.some((one) => one.id === id)),
      ...shown.filter(({ id }) => ids.includes(id)),
    ])
  return (
    <>
      <DialogBody>
        <BankSelect
          value={bankId}
          onChange={({ id }) => {
            setBankId(id)
            setChosen([])
          }}
        />
        {bankId && <SearchField label="Search questions" value={text} onChange={setText} />}
        {found.error && <ErrorState error={found.error} onRetry={found.refetch} />}
        {bankId && found.data?.length === 0 && <p className={styles.muted}>No questions found</p>}
        {shown.length > 0 && (
          <CheckboxGroup
            label="Questions"
            help={shown.length === PAGE_SIZE ? `The first ${PAGE_SIZE}. Search for others.` : undefined}
            error={chosen.length > max ? `The lesson takes ${formatQuestions(max)} more` : undefined}
            options={shown.map((question) => ({
              id: question.id,
              label: <QuestionText text={shortenPrompt(question)} isName />,
              description: typeLabels[question.type].label,
            }))}
            value={chosen.map(({ id }) => id)}
            onChange={choose}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={chosen.length === 0 || chosen.length > max}
          onPress={() => {
            onCopy([...chosen])
            notify({ title: `${formatQuestions(chosen.length)} copied` })
            onClose()
          }}
        >
          {chosen.length === 0 ? 'Copy questions' : `Copy ${formatQuestions(chosen.length)}`}
        </Button>
      </DialogFooter>
    </>
  )
}
