import { ReceiptText } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { EmptyStateProps } from '#core/web/ui/feedback/EmptyState.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { formatMoney } from '#core/web/ui/display/money.ts'
import type { Invoice } from '../contract.ts'
import { invoiceLabels } from './invoiceLabels.ts'
import * as cells from '../../shared/web/tableCells.css.ts'

/** Empty state of lists of invoices. */
export const noInvoices: EmptyStateProps = {
  icon: <ReceiptText size={20} aria-hidden />,
  title: 'No invoices yet',
  children: 'The first one is written when a period of a plan with a price begins.',
}

const organization: Column<Invoice> = {
  id: 'organization',
  header: 'Organization',
  cell: ({ tenantName }) => <span className={cells.name}>{tenantName}</span>,
}

export function InvoiceBadge({ invoice: { status, overdue } }: { invoice: Invoice }) {
  if (overdue) return <Badge tone="amber">Overdue</Badge>
  return <Badge tone={invoiceLabels[status].tone}>{invoiceLabels[status].label}</Badge>
}

/** Columns of invoices, for the platform with the organization. */
export function invoiceColumns({ hasOrganization }: { hasOrganization: boolean }): readonly Column<Invoice>[] {
  return [
    {
      id: 'number',
      header: 'Number',
      isPrimary: true,
      cell: ({ number }) => <span className={cells.word}>{number}</span>,
    },
    ...(hasOrganization ? [organization] : []),
    {
      id: 'status',
      header: 'Status',
      cell: (invoice) => <InvoiceBadge invoice={invoice} />,
    },
    {
      id: 'total',
      header: 'Total',
      isSortable: true,
      align: 'end',
      cell: ({ total, amountPaid, currency, status }) => (
        <span className={cells.word}>
          {formatMoney(total, currency)}
          {status === 'open' && amountPaid > 0 && (
            <span className={cells.muted}> ({formatMoney(amountPaid, currency)} paid)</span>
          )}
        </span>
      ),
    },
    {
      id: 'issued',
      header: 'Issued',
      isSortable: true,
      cell: ({ issuedAt }) => (
        <span className={cells.word}>
          <DateTime value={issuedAt} show="date" />
        </span>
      ),
    },
    {
      id: 'due',
      header: 'Due',
      isSortable: true,
      cell: ({ dueAt }) => (
        <span className={cells.word}>
          <DateTime value={dueAt} show="date" />
        </span>
      ),
    },
    { id: 'plan', header: 'Plan', cell: ({ planDisplayName }) => planDisplayName },
  ]
}
