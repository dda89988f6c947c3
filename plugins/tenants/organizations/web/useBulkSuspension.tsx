import { useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { BulkDialog } from '#core/web/ui/overlays/BulkDialog.tsx'
import type { Organization } from '../contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { usersText } from './organizationLabels.ts'

const organizations = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'organization' : 'organizations'}`
const isSuspended = ({ status }: Organization) => status === 'suspended'

interface Asked {
  act: 'suspend' | 'resume'
  organizations: readonly Organization[]
  isOpen: boolean
}

/** Suspends or resumes several organizations, after a dialog that lists them and the consequences for their users. */
export function useBulkSuspension({ onDone }: { onDone: (worked: readonly Organization[]) => void }) {
  const [asked, setAsked] = useState<Asked>()
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const { promise } = useEmailTexts()
  const ask = (act: Asked['act'], chosen: readonly Organization[]) => {
    setReason('')
    setAsked({ act, organizations: chosen.filter((one) => isSuspended(one) === (act === 'resume')), isOpen: true })
  }

  const actions = (chosen: readonly Organization[]) => (
    <>
      <Button
        size="small"
        icon={<CirclePlay size={16} aria-hidden />}
        isDisabled={!chosen.some(isSuspended)}
        onPress={() => ask('resume', chosen)}
      >
        Resume
      </Button>
      <Button
        size="small"
        icon={<CirclePause size={16} aria-hidden />}
        isDisabled={chosen.every(isSuspended)}
        onPress={() => ask('suspend', chosen)}
      >
        Suspend
      </Button>
    </>
  )

  const isSuspension = asked?.act === 'suspend'
  const people = asked?.organizations.reduce((sum, { userCount }) => sum + userCount, 0) ?? 0
  const dialog = asked && (
    <BulkDialog
      title={isSuspension ? 'Suspend organizations?' : 'Resume organizations?'}
      act={isSuspension ? 'Suspend' : 'Resume'}
      tone={isSuspension ? 'danger' : 'primary'}
      counted={organizations}
      things={asked.organizations}
      keyOf={({ id }) => id}
      nameOf={({ name, userCount }) => `${name}, ${usersText(userCount)}`}
      isReady={!isSuspension || reason.trim() !== ''}
      onEach={({ id }) =>
        isSuspension
          ? organizationsApi.suspendTenant.call({ params: { id }, body: { reason } })
          : organizationsApi.resumeTenant.call({ params: { id } })
      }
      onEnd={async ({ worked }) => {
        if (worked.length === 0) return
        await refresh(queryClient, touched)
        onDone(worked)
        notify({
          title: isSuspension ? 'Organizations Suspended' : 'Organizations Resumed',
          description: organizations(worked.length),
        })
      }}
      isOpen={asked.isOpen}
      onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
    >
      {isSuspension ? (
        <Stack>
          <ul className={styles.consequences}>
            <li>
              {people === 0
                ? 'Their users cannot sign in until you resume them.'
                : `${usersText(people)} of them will be signed out at once and cannot sign in until you resume them.`}
            </li>
            <li>Scheduled jobs pause. Nothing is deleted, and resuming restores everything.</li>
          </ul>
          <TextField
            label="Reason"
            multiline
            maxLength={500}
            value={reason}
            onChange={setReason}
            help={`Saved in the audit log. ${promise('It is emailed to the admin of each.')}`}
          />
        </Stack>
      ) : (
        `Their people can sign in again at once, with the passwords they had. ${promise('The admin of each is notified by email.')}`
      )}
    </BulkDialog>
  )
  return { actions, dialog }
}
