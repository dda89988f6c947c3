import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import type { OrganizationShown } from '#core/web/slots.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { formatMoney } from '#core/web/ui/display/money.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { invoicesApi } from '../../shared/web/client.ts'
import { InvoiceBadge } from './invoiceColumns.tsx'

const MAX_SHOWN = 4

/** An organization's newest invoices, on its page for super admins. */
export function OrganizationInvoicesCard({ tenantId }: OrganizationShown) {
  const found = useQuery(invoicesApi.listInvoices({ query: { tenantId, limit: MAX_SHOWN } }))
  return (
    <Panel
      title="Invoices"
      query={found}
      rows={found.data}
      skeletons={MAX_SHOWN}
      empty="No invoices yet: the first one is written when a period of a plan with a price begins."
      action={
        <PageLink to="/invoices" search={{ tenantId }}>
          All invoices
        </PageLink>
      }
    >
      {(invoice) => (
        <>
          <span className={panel.line}>
            <span className={panel.name}>{invoice.number}</span>
            <span>{formatMoney(invoice.total, invoice.currency)}</span>
          </span>
          <span className={panel.details}>
            <InvoiceBadge invoice={invoice} />
            <span>
              Issued <DateTime value={invoice.issuedAt} show="date" />
            </span>
            <span>
              Due <DateTime value={invoice.dueAt} show="date" />
            </span>
          </span>
        </>
      )}
    </Panel>
  )
}
