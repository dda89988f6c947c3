import { useQueryClient } from '@tanstack/react-query'
import { UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { useAdminReason } from '#core/web/useAdminReason.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { BulkDialog } from '#core/web/ui/overlays/BulkDialog.tsx'
import type { FoundUser } from '../contract.ts'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { fullName } from './userLabels.ts'

const users = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'user' : 'users'}`

interface Asked {
  /** State that the users get. */
  isActive: boolean
  users: readonly FoundUser[]
  isOpen: boolean
}

/** Activates or deactivates several users at once, after a dialog that names them. */
export function useBulkActivity({ onDone }: { onDone: (worked: readonly FoundUser[]) => void }) {
  const [asked, setAsked] = useState<Asked>()
  const queryClient = useQueryClient()
  const activated = asked?.isActive ? asked.users : []
  const reason = useAdminReason(activated.map(({ id }) => id).join(), activated)
  const ask = (isActive: boolean, chosen: readonly FoundUser[]) =>
    setAsked({ isActive, users: chosen.filter((user) => user.isActive !== isActive), isOpen: true })

  const actions = (chosen: readonly FoundUser[]) => (
    <>
      <Button
        size="small"
        icon={<UserCheck size={16} aria-hidden />}
        isDisabled={chosen.every(({ isActive }) => isActive)}
        onPress={() => ask(true, chosen)}
      >
        Activate
      </Button>
      <Button
        size="small"
        icon={<UserX size={16} aria-hidden />}
        isDisabled={chosen.every(({ isActive }) => !isActive)}
        onPress={() => ask(false, chosen)}
      >
        Deactivate
      </Button>
    </>
  )

  const dialog = asked && (
    <BulkDialog
      title={asked.isActive ? 'Activate users?' : 'Deactivate users?'}
      act={asked.isActive ? 'Activate' : 'Deactivate'}
      tone={asked.isActive ? 'primary' : 'danger'}
      counted={users}
      things={asked.users}
      keyOf={({ id }) => id}
      nameOf={(user) => `${fullName(user)}, ${user.tenantName ?? 'the platform'}`}
      isReady={reason.isReady}
      onEach={({ id }) =>
        usersApi.updateUser.call({ params: { id }, body: { isActive: asked.isActive, ...reason.given } })
      }
      onEnd={async ({ worked }) => {
        if (worked.length === 0) return
        await refresh(queryClient, touched)
        onDone(worked)
        notify({ title: asked.isActive ? 'Users Activated' : 'Users Deactivated', description: users(worked.length) })
      }}
      isOpen={asked.isOpen}
      onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
    >
      {asked.isActive
        ? 'They can sign in again with the passwords they had, and count as users of their organizations.'
        : 'They are signed out everywhere at once and cannot sign in until activated again. Nothing of theirs is deleted.'}
      {reason.field}
    </BulkDialog>
  )
  return { actions, dialog }
}
