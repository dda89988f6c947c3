import { useQueryClient } from '@tanstack/react-query'
import { CircleOff, CirclePause, CirclePlay } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { BulkDialog } from '#core/web/ui/overlays/BulkDialog.tsx'
import type { SubscriptionStatus } from '../../contract.ts'
import { countedSubscriptions, subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { subscriptionsApi, touched } from '../../shared/web/client.ts'
import type { Subscription } from '../contract.ts'

interface Act {
  /** For the dialog, before what is counted. */
  label: string
  /** The button beside what is chosen; the label unless said otherwise. */
  button?: string
  icon: LucideIcon
  /** Status that they get. */
  status: SubscriptionStatus
  from: readonly SubscriptionStatus[]
  tone: 'danger' | 'primary'
  done: string
  words: string
}

const readOnly =
  'Their organizations become read-only immediately: users can view and export everything but change nothing. Nothing is deleted.'

const acts: readonly Act[] = [
  {
    label: 'Resume',
    icon: CirclePlay,
    status: 'active',
    from: ['paused'],
    tone: 'primary',
    done: 'Subscriptions Resumed',
    words:
      'Their organizations can make changes again immediately. Where the paid period or the trial has ended, a period begins now and is invoiced.',
  },
  {
    label: 'Pause',
    icon: CirclePause,
    status: 'paused',
    from: ['active', 'trialing', 'past_due'],
    tone: 'danger',
    done: 'Subscriptions Paused',
    words: `${readOnly} Nothing is invoiced until you resume them. Trials do not continue after that, and pending upgrades are dropped.`,
  },
  {
    label: 'Cancel',
    // 'Cancel' alone would seem to take back what was chosen.
    button: 'Cancel Subscriptions',
    icon: CircleOff,
    status: 'canceled',
    from: ['active', 'trialing', 'past_due', 'paused'],
    tone: 'danger',
    done: 'Subscriptions Canceled',
    words: `${readOnly} Nothing is invoiced any more, open invoices stay open, and pending upgrades are dropped. You can make each active again.`,
  },
]

interface Asked {
  act: Act
  subscriptions: readonly Subscription[]
  isOpen: boolean
}

/** Pauses, resumes or cancels several subscriptions, after a dialog that names them and says what is lost. */
export function useBulkStatus({ onDone }: { onDone: (worked: readonly Subscription[]) => void }) {
  const [asked, setAsked] = useState<Asked>()
  const queryClient = useQueryClient()

  const actions = (chosen: readonly Subscription[]) =>
    acts.map((act) => {
      const subscriptions = chosen.filter(({ status }) => act.from.includes(status))
      return (
        <Button
          key={act.label}
          size="small"
          icon={<act.icon size={16} aria-hidden />}
          isDisabled={subscriptions.length === 0}
          onPress={() => setAsked({ act, subscriptions, isOpen: true })}
        >
          {act.button ?? act.label}
        </Button>
      )
    })

  const dialog = asked && (
    <BulkDialog
      title={`${asked.act.label} subscriptions?`}
      act={asked.act.label}
      dismissLabel={asked.act.status === 'canceled' ? 'Keep them' : 'Cancel'}
      tone={asked.act.tone}
      counted={countedSubscriptions}
      things={asked.subscriptions}
      keyOf={({ id }) => id}
      nameOf={({ tenantName, planDisplayName, status }) =>
        `${tenantName}, ${planDisplayName}, ${subscriptionLabels[status].label}`
      }
      onEach={({ id, updatedAt }) =>
        subscriptionsApi.updateSubscription.call({ params: { id }, body: { status: asked.act.status, updatedAt } })
      }
      onEnd={async ({ worked }) => {
        if (worked.length === 0) return
        await refresh(queryClient, touched)
        onDone(worked)
        notify({ title: asked.act.done, description: countedSubscriptions(worked.length) })
      }}
      isOpen={asked.isOpen}
      onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
    >
      {asked.act.words}
    </BulkDialog>
  )
  return { actions, dialog }
}
