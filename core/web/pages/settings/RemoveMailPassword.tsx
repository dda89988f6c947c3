import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { useSaveSettings } from './useSettings.ts'

/** Removes the stored password, which cannot be read. */
export function RemoveMailPassword() {
  const isSet = useQuery(settingsQuery).data?.mailPasswordSet
  const save = useSaveSettings()
  const [isAsking, setAsking] = useState(false)
  if (!isSet) return null
  return (
    <>
      <Button onPress={() => setAsking(true)}>Remove password</Button>
      <ConfirmDialog
        title="Remove the password of the mail server?"
        confirmLabel="Remove password"
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await save({ mailPassword: '' })
          notify({ title: 'Password removed' })
        }}
      >
        A server that requires one will refuse all email. The password cannot be shown or restored.
      </ConfirmDialog>
    </>
  )
}
