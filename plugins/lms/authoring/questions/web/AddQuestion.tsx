import { Plus } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { questionTypes, type QuestionType } from '../contract.ts'
import { typeLabels } from './questionLabels.ts'

/** Selects the type of a new question. */
export function AddQuestion({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  return (
    <MenuButton
      label="Add question"
      items={questionTypes.map((type) => ({ ...typeLabels[type], onAction: () => onAdd(type) }))}
    >
      <Button icon={<Plus size={16} aria-hidden />}>Add question</Button>
    </MenuButton>
  )
}
