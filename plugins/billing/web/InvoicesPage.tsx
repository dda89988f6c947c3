import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Download, ReceiptText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { DataTable } from '#core/web/ui/DataTable.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import type { MenuEntry } from '#core/web/ui/MenuButton.tsx'
import { Page } from '#core/web/ui/Page.tsx'
import { Pagination } from '#core/web/ui/Pagination.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { Toolbar } from '#core/web/ui/Toolbar.tsx'
import { invoiceStatuses } from '#plugins/billing/invoice-contract.ts'
import type { Invoice, InvoiceStatus } from '#plugins/billing/invoice-contract.ts'
import { VoidInvoiceDialog } from './VoidInvoiceDialog.tsx'
import { invoiceWords } from './billingWords.ts'
import { invoicesApi } from './client.ts'
import { download } from './download.ts'
import { invoiceColumns } from './invoiceColumns.tsx'
import * as cells from './tableCells.css.ts'

const route = getRouteApi('/shell/invoices')
const PAGE_SIZE = 25

const statusOptions = [
  { id: 'all' as const, label: 'All statuses' },
  ...invoiceStatuses.map((id) => ({ id, label: invoiceWords[id].label })),
]

/** Invoices of every organization or of one, newest first. */
export function InvoicesPage() {
  const { status, tenantId, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (next: { status?: InvoiceStatus; tenantId?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...next, page: undefined }), replace: true, resetScroll: false })
  const found = useQuery({
    ...invoicesApi.listInvoices.page({
      query: { status, tenantId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const { rows, total, more } = found.data ?? {}
  return (
    <Page
      title="Invoices"
      help="One for each period of each subscription, newest first. Numbers have no gaps."
      above={<PageLink to="/subscriptions">Subscription Management</PageLink>}
    >
      <Toolbar
        label="Find invoices"
        end={
          tenantId && (
            <Button variant="quiet" onPress={() => narrow({ tenantId: undefined })}>
              Show all organizations
            </Button>
          )
        }
      >
        <Select
          label="Status"
          isLabelHidden
          options={statusOptions}
          value={status ?? 'all'}
          onChange={(chosen) => narrow({ status: chosen === 'all' ? undefined : chosen })}
        />
        {tenantId && (
          <span className={cells.muted} role="status">
            Of {rows?.[0]?.tenantName ?? 'one organization'} alone
          </span>
        )}
      </Toolbar>
      <InvoicesTable
        query={found}
        rows={rows}
        isFiltered={status !== undefined || tenantId !== undefined || page > 1}
        onClear={() => narrow({ status: undefined, tenantId: undefined })}
        footer={
          rows && (
            <Pagination
              label="invoices"
              page={page}
              pageSize={PAGE_SIZE}
              total={total ?? (page - 1) * PAGE_SIZE + rows.length}
              isAtLeast={total === undefined && more === true}
              onChange={(next) => void navigate({ search: (now) => ({ ...now, page: next > 1 ? next : undefined }) })}
            />
          )
        }
      />
    </Page>
  )
}

interface InvoicesTableProps {
  query: { isPending: boolean; error: unknown; refetch: () => unknown }
  rows: Invoice[] | undefined
  isFiltered: boolean
  onClear: () => void
  footer: React.ReactNode
}

const columns = invoiceColumns({ hasOrganization: true })

function InvoicesTable({ query, rows, isFiltered, onClear, footer }: InvoicesTableProps) {
  const [asked, setAsked] = useState<{ invoice: Invoice; isOpen: boolean }>()
  const save = ({ id }: Invoice) => download(invoicesApi.invoicePdf.url({ params: { id } }))
  const actions = (invoice: Invoice): MenuEntry[] => [
    { label: 'Download PDF', icon: <Download size={16} aria-hidden />, onAction: () => save(invoice) },
    ...(invoice.status === 'open'
      ? [
          'separator' as const,
          {
            label: 'Void invoice',
            icon: <Ban size={16} aria-hidden />,
            isDanger: true,
            onAction: () => setAsked({ invoice, isOpen: true }),
          },
        ]
      : []),
  ]
  return (
    <>
      <DataTable
        label="Invoices"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        query={query}
        onRowAction={save}
        rowActions={actions}
        rowLabel={({ number }) => number}
        empty={
          isFiltered ? (
            <EmptyState
              isFrameless
              icon={<SearchX size={20} aria-hidden />}
              title="No invoices match"
              action={<Button onPress={onClear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState isFrameless icon={<ReceiptText size={20} aria-hidden />} title="No invoices yet">
              The first one is written when a period of a plan with a price begins.
            </EmptyState>
          )
        }
        footer={footer}
      />
      {asked && (
        <VoidInvoiceDialog
          invoice={asked.invoice}
          isOpen={asked.isOpen}
          onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
        />
      )}
    </>
  )
}
