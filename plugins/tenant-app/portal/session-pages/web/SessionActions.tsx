import { useMutation } from '@tanstack/react-query'
import { Ban, CircleCheck, Mail, Pencil, Play, Timer } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { useIsToday } from '../../../shared/web/useIsToday.ts'
import type { Session } from '../../../scheduling/sessions/contract.ts'
import type { SessionStatus } from '../../../scheduling/sessions/state-contract.ts'
import { sessionReads, sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { useMessageOffer } from '../../../scheduling/series/web/useMessageOffer.ts'
import { useLeads, useRuns } from '../../../scheduling/sessions/web/useLeads.ts'
import { useSessionState } from '../../../scheduling/sessions/web/useSessionState.ts'

const outcomes: Partial<Record<SessionStatus, string>> = {
  'in-progress': 'Session started',
  completed: 'Session completed',
  cancelled: 'Session canceled',
}

/** Moves a session to another status. */
function useMove(session: Session) {
  const { id } = session
  const { mutateAsync, isPending } = useMutation(
    sessionsApi.updateSession.mutation({ touches: [['api', 'sessions'], ...sessionReads] }),
  )
  const offer = useMessageOffer()
  const move = async (status: SessionStatus) => {
    await mutateAsync({ params: { id }, body: { status } })
    notify({
      title: outcomes[status] ?? 'Session updated successfully',
      ...offer(session, { status }),
    })
  }
  const tryToMove = (status: SessionStatus) =>
    void move(status).catch((error: unknown) =>
      notify({ title: 'Failed to update session', description: errorText(error), tone: 'destructive' }),
    )
  return { move, tryToMove, isPending }
}

/** Start on the day of the session, Complete once it has begun, Edit, and Cancel in the menu. */
export function SessionActions({ session, onEdit }: { session: Session; onEdit: () => void }) {
  const [isCanceling, setCanceling] = useState(false)
  const { move, tryToMove, isPending } = useMove(session)
  const state = useSessionState(session)
  const isToday = useIsToday()
  const leads = useLeads()(session)
  const runs = useRuns(session)
  const navigate = useNavigate()
  const isCancelable = leads && state !== 'completed' && state !== 'cancelled'
  return (
    <>
      {leads && state === 'scheduled' && isToday(session.startDate) && (
        <Button
          variant="primary"
          icon={<Play size={16} aria-hidden />}
          isPending={isPending}
          onPress={() => tryToMove('in-progress')}
        >
          Start
        </Button>
      )}
      {/* Its summary is written when the hour is over. */}
      {runs && (state === 'in-progress' || state === 'ended') && (
        <PageLinkButton to="/sessions/$id/run" params={{ id: session.id }} icon={<Timer size={16} aria-hidden />}>
          Run session
        </PageLinkButton>
      )}
      {leads && state === 'in-progress' && <CompleteButton session={session} />}
      {isToday(session.startDate, session.endDate) && state !== 'cancelled' && (
        <PageLinkButton to="/sessions/$id/door" params={{ id: session.id }}>
          Door
        </PageLinkButton>
      )}
      <Button icon={<Pencil size={16} aria-hidden />} onPress={onEdit}>
        Edit
      </Button>
      {runs && (
        <MenuButton
          label="More actions"
          items={[
            {
              label: 'Message families',
              icon: <Mail size={16} aria-hidden />,
              onAction: () => void navigate({ to: '/messages/new', search: { session: session.id } }),
            },
            ...(isCancelable
              ? [
                  {
                    label: 'Cancel session',
                    icon: <Ban size={16} aria-hidden />,
                    isDanger: true,
                    onAction: () => setCanceling(true),
                  },
                ]
              : []),
          ]}
        />
      )}
      <ConfirmDialog
        title={`Cancel “${session.name}”?`}
        confirmLabel="Cancel session"
        isOpen={isCanceling}
        onOpenChange={setCanceling}
        onConfirm={() => move('cancelled')}
      >
        Families and staff will see it as canceled, and attendance can no longer be taken. Registrations are saved. You
        can’t undo this.
      </ConfirmDialog>
    </>
  )
}

function CompleteButton({ session }: { session: Session }) {
  const { tryToMove, isPending } = useMove(session)
  return (
    <Button
      variant="primary"
      icon={<CircleCheck size={16} aria-hidden />}
      isPending={isPending}
      onPress={() => tryToMove('completed')}
    >
      Complete
    </Button>
  )
}

/** Asks to complete a session that has ended. */
export function EndedBanner({ session }: { session: Session }) {
  const leads = useLeads()(session)
  if (useSessionState(session) !== 'ended') return null
  return (
    <Banner tone="warn" title="This session has ended" action={leads && <CompleteButton session={session} />}>
      Check its attendance and complete it. Otherwise it is completed automatically a day after its end.
    </Banner>
  )
}
