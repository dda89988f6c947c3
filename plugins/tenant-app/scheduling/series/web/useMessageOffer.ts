import { useNavigate } from '@tanstack/react-router'
import type { Notification } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Session } from '../../sessions/contract.ts'

/** Milliseconds for which a message to the families of a changed session is offered. */
const MESSAGE_OFFER_MS = 15_000

type Change = Partial<Pick<Session, 'startDate' | 'endDate' | 'location' | 'status'>>

/** Returns the action of a notification that offers a message to the families of a moved or canceled session. */
export function useMessageOffer() {
  const navigate = useNavigate()
  return ({ id }: Pick<Session, 'id'>, { startDate, endDate, location, status }: Change): Partial<Notification> => {
    const isCancelled = status === 'cancelled'
    if (!isCancelled && startDate === undefined && endDate === undefined && location === undefined) return {}
    const search = { session: id, change: isCancelled ? ('cancelled' as const) : ('moved' as const) }
    return {
      action: { label: 'Message families', onAction: () => void navigate({ to: '/messages/new', search }) },
      duration: MESSAGE_OFFER_MS,
    }
  }
}
