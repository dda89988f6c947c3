import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { isAmong } from '#core/contract/roles.ts'
import { part } from '#core/web/plugin.ts'
import { usePlatform, useUser } from '#core/web/session.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { ErasedPerson } from './erasureClient.ts'

const EraseDialog = part(() => import('./EraseDialog.tsx'), 'EraseDialog')

/** Returns the menu entry that erases a person, none for users without the right, and its dialog. */
export function useErasing(onErased?: () => void) {
  const { app } = usePlatform()
  const mayErase = isAmong(['tenant_admin'], app, useUser().role)
  const [person, setPerson] = useState<ErasedPerson>()
  const entry = (chosen: ErasedPerson): MenuEntry[] =>
    mayErase
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
      <PartBoundary>
        <EraseDialog {...person} onClose={close} onErased={onErased ?? close} />
      </PartBoundary>
    ),
  }
}
