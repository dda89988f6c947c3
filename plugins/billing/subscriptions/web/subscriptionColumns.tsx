import { TriangleAlert } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { raised } from '#core/web/ui/lists/DataTable.css.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Tooltip } from '#core/web/ui/overlays/Tooltip.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { formatPrice } from '#core/web/ui/display/money.ts'
import type { Subscription } from '../contract.ts'
import { subscriptionLabels } from '../../shared/web/billingLabels.ts'
import * as cells from '../../shared/web/tableCells.css.ts'

/** Columns of the subscriptions table; the warning button of past-due rows calls `showOverdue`. */
export function subscriptionColumns(
  showOverdue: (subscription: Subscription) => void,
): readonly Column<Subscription>[] {
  return [
    {
      id: 'organization',
      header: 'Organization',
      isPrimary: true,
      isSortable: true,
      cell: ({ tenantName }) => <span className={cells.name}>{tenantName}</span>,
    },
    {
      id: 'plan',
      header: 'Plan',
      cell: ({ planDisplayName }) => <span className={cells.word}>{planDisplayName}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      cell: (subscription) => <StatusCell subscription={subscription} onWarning={showOverdue} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      isSortable: true,
      cell: (subscription) => <span className={cells.word}>{formatPrice(subscription)}</span>,
    },
    {
      id: 'nextPayment',
      header: 'Next payment',
      isSortable: true,
      cell: ({ nextPaymentAt, cancelAtPeriodEnd }) => (
        <span className={cells.word}>
          {cancelAtPeriodEnd ? (
            'Ends with the period'
          ) : (
            <>
              {isPast(nextPaymentAt) && 'Due since '}
              <DateTime value={nextPaymentAt} show="date" />
            </>
          )}
        </span>
      ),
    },
    {
      id: 'period',
      header: 'Current period',
      cell: ({ currentPeriodStart, currentPeriodEnd }) => (
        <span className={cells.word}>
          <DateTime value={currentPeriodStart} show="date" /> – <DateTime value={currentPeriodEnd} show="date" />
        </span>
      ),
    },
  ]
}

const isPast = (instant: string | null) => instant !== null && Date.parse(instant) < Date.now()

interface StatusCellProps {
  subscription: Subscription
  onWarning: (subscription: Subscription) => void
}

function StatusCell({ subscription, onWarning }: StatusCellProps) {
  const { status, tenantName, readOnly } = subscription
  const { label, tone } = subscriptionLabels[status]
  return (
    <span className={cells.status}>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      {readOnly && <Badge tone="red">Read-only</Badge>}
      {status === 'past_due' && (
        <span className={raised}>
          <Tooltip text="Amounts due and actions">
            <IconButton
              size="small"
              label={`What ${tenantName} owes`}
              className={cells.warning}
              onPress={() => onWarning(subscription)}
            >
              <TriangleAlert size={16} aria-hidden />
            </IconButton>
          </Tooltip>
        </span>
      )}
    </span>
  )
}
