import { useQuery } from '@tanstack/react-query'
import { Select } from '#core/web/ui/fields/Select.tsx'
import type { QuestionBank } from '../bank-contract.ts'
import { bankApi } from './client.ts'
import { questionsOf } from './questionWords.ts'

interface BankSelectProps {
  value: string | undefined
  onChange: (bank: QuestionBank) => void
  error?: string | undefined
}

/** One of the banks that the author may write. */
export function BankSelect({ value, onChange, error }: BankSelectProps) {
  const banks = useQuery(bankApi.listQuestionBanks({ query: {} }))
  const found = banks.data ?? []
  return (
    <Select
      label="Question bank"
      help={banks.data && found.length === 0 ? 'There is none yet: add one under Question banks.' : undefined}
      error={error}
      options={found.map(({ id, name, questionCount }) => ({
        id,
        label: name,
        description: questionsOf(questionCount),
      }))}
      value={value}
      onChange={(id) => {
        const bank = found.find((one) => one.id === id)
        if (bank) onChange(bank)
      }}
    />
  )
}
