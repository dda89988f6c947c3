import { useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import type { QuestionBank } from '../bank-contract.ts'
import { bankApi } from './client.ts'
import { formatQuestions } from './questionLabels.ts'

interface BankSelectProps {
  value: string | undefined
  onChange: (bank: QuestionBank) => void
  error?: string | undefined
}

/** Selects one of the banks that the author may write. */
export function BankSelect({ value, onChange, error }: BankSelectProps) {
  const banks = useQuery(bankApi.listQuestionBanks({ query: {} }))
  const found = banks.data ?? []
  return (
    <Select
      label="Question bank"
      help={banks.data && found.length === 0 ? 'No question banks yet. Add one under Question banks.' : undefined}
      // A list without options does not open: an early press would be lost.
      isDisabled={banks.isPending}
      error={error ?? (banks.error ? errorText(banks.error) : undefined)}
      options={found.map(({ id, name, questionCount }) => ({
        id,
        label: name,
        description: formatQuestions(questionCount),
      }))}
      value={value}
      onChange={(id) => {
        const bank = found.find((one) => one.id === id)
        if (bank) onChange(bank)
      }}
    />
  )
}
