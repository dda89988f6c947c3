import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { erasureDialogs, type ErasedPerson } from './places.ts'

/** The menu entry that erases somebody, none for who may not, and the dialog that it opens. */
export function useErasing(onErased?: () => void) {
  const isThere = useContributions(erasureDialogs).length > 0
  const [person, setPerson] = useState<ErasedPerson>()
  const entry = (chosen: ErasedPerson): MenuEntry[] =>
    isThere
      ? [
          {
            label: 'Erase',
            description: 'For ever; shows first what goes',
            icon: <Eraser size={16} aria-hidden />,
            isDanger: true,
            onAction: () => setPerson(chosen),
          },
        ]
      : []
  const close = () => setPerson(undefined)
  return {
    entry,
    dialog: person && (
      <Contributions to={erasureDialogs} props={{ ...person, onClose: close, onErased: onErased ?? close }} />
    ),
  }
}
