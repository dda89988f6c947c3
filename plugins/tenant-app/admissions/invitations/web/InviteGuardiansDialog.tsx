import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { listText } from '#core/contract/list-text.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { peopleReads } from '../../../base/people/web/client.ts'
import { familiesApi } from '../../../base/families/web/client.ts'
import type { InvitationPreview, LeftOutReason } from '../contract.ts'
import * as styles from './InviteGuardiansDialog.css.ts'
import { invitationsApi } from './client.ts'

const reasonLabels: Record<LeftOutReason, string> = {
  'no-email': 'No email address',
  bounced: 'Email bounces',
  'no-access': 'May not see a child here',
  'invited-today': 'Invited within the last 24 hours',
}

interface InviteGuardiansDialogProps {
  /** Filters of the list that it was opened from. */
  query: NonNullable<Parameters<typeof invitationsApi.previewInvitations>[0]>['query']
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Shows who gets an invitation and who is left out and why, and sends all of them at once. */
export function InviteGuardiansDialog({ query, ...dialog }: InviteGuardiansDialogProps) {
  const mail = useEmailTexts()
  const preview = useQuery({ ...invitationsApi.previewInvitations({ query }), enabled: dialog.isOpen })
  const guardians = preview.data?.guardians ?? []
  const send = useMutation(
    invitationsApi.inviteGuardians.mutation({
      touches: [...peopleReads, invitationsApi.previewInvitations.key(), familiesApi.countUnreached.key()],
    }),
  )
  const counted = countText(guardians.length, 'guardian')
  return (
    <ConfirmDialog
      {...dialog}
      title="Invite guardians"
      confirmLabel={guardians.length === 0 ? 'Invite guardians' : `Invite ${counted}`}
      tone="primary"
      isReady={guardians.length > 0}
      onConfirm={async () => {
        const { invited } = await send.mutateAsync({ body: { userIds: guardians.map(({ userId }) => userId) } })
        notify(mail.notice({ title: 'Invitations Sent', description: countText(invited, 'guardian') }))
      }}
    >
      <Loaded query={preview} height={160} isFrameless>
        {(data) => <Preview preview={data} />}
      </Loaded>
    </ConfirmDialog>
  )
}

function Preview({ preview: { guardians, leftOut } }: { preview: InvitationPreview }) {
  const mail = useEmailTexts()
  return (
    <>
      <p>
        {guardians.length === 0
          ? 'Every guardian has an account or an open invitation, or is left out below.'
          : mail.promise(
              'Each guardian gets an email with a link that works once and for 14 days, and reminders after 4 and 11 days.',
            )}
      </p>
      <Scrolling label="Guardians to invite">
        {guardians.map(({ userId, name, children }) => (
          <li key={userId}>
            {name}, for {listText(children)}
          </li>
        ))}
      </Scrolling>
      {leftOut.length > 0 && (
        <>
          <p>{countText(leftOut.length, 'guardian')} left out:</p>
          <Scrolling label="Guardians left out">
            {leftOut.map(({ userId, name, children, reason }) => (
              <li key={userId}>
                {name}, for {listText(children)}: {reasonLabels[reason]}
              </li>
            ))}
          </Scrolling>
        </>
      )}
    </>
  )
}

/** A list that scrolls in itself, by keyboard too. */
function Scrolling({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div role="region" aria-label={label} tabIndex={0} className={styles.frame}>
      <ul className={styles.list}>{children}</ul>
    </div>
  )
}
