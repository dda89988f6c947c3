import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#core/contract/identity.ts'
import { endSession, identityApi } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { devicesApi, kioskApi } from './client.ts'
import * as styles from './kiosk.css.ts'

/**
 * Shown on the tablet instead of the desk while a user is signed in there, so that families do not get hold of the account:
 * signs out, or ends the kiosk.
 */
export function StaffAtKiosk({ user, onDone }: { user: User; onDone: () => void }) {
  const queryClient = useQueryClient()
  const leave = useMutation(kioskApi.leaveKiosk.mutation({ touches: [devicesApi.listKiosks.key()] }))
  const signOut = useMutation(identityApi.logout.mutation())
  const failed = (title: string) => (error: unknown) =>
    notify({ title, description: errorText(error), tone: 'destructive' })
  const onSignedOut = () => {
    endSession(queryClient)
    onDone()
  }
  return (
    <>
      <Banner tone="warn" title={`Signed in as ${user.firstName} ${user.lastName}`}>
        Sign out before you leave the tablet to families.
      </Banner>
      <Button
        variant="primary"
        className={styles.big}
        isPending={signOut.isPending}
        onPress={() => signOut.mutate(undefined, { onSuccess: onSignedOut, onError: failed('Not signed out') })}
      >
        Sign out
      </Button>
      <Button
        isPending={leave.isPending}
        onPress={() => leave.mutate(undefined, { onSuccess: onDone, onError: failed('Kiosk not ended') })}
      >
        End this kiosk
      </Button>
    </>
  )
}
