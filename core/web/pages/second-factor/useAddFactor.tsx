import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../text.ts'
import { refresh } from '../../client.ts'
import { useEmailTexts } from '../../mail.ts'
import { changedByFactors } from '../../secondFactor.ts'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { AddAppDialog } from './AddAppDialog.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const dialogs = { app: AddAppDialog, passkey: AddPasskeyDialog }
type Kind = keyof typeof dialogs

const added: Record<Kind, string> = { app: t('Authenticator app set up'), passkey: t('Passkey added') }

/** Adds app or passkey, and shows the recovery codes that come with the first of them. Place `dialogs` anywhere. */
export function useAddFactor() {
  const queryClient = useQueryClient()
  const { promise } = useEmailTexts()
  const [kind, setKind] = useState<Kind>('app')
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  // Only when the codes were read: who had to set this up is let go on by it.
  const finish = () => {
    setCodes(undefined)
    void refresh(queryClient, changedByFactors)
  }
  const onAdded = (recoveryCodes: string[] | null) => {
    setOpen(false)
    notify({ title: added[kind], description: promise(t('We have also sent you an email.')) })
    if (recoveryCodes) setCodes(recoveryCodes)
    else finish()
  }
  const Add = dialogs[kind]
  return {
    add: (what: Kind) => {
      setKind(what)
      setOpen(true)
    },
    showCodes: setCodes,
    dialogs: (
      <>
        <Add isOpen={isOpen} onOpenChange={setOpen} onAdded={onAdded} />
        <RecoveryCodesDialog codes={codes} onClose={finish} />
      </>
    ),
  }
}
