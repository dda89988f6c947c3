import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { ExportCsvButton } from '#core/web/ui/lists/ExportCsvButton.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { invoiceStatuses } from '../contract.ts'
import type { Invoice } from '../contract.ts'
import { VoidInvoiceDialog } from './VoidInvoiceDialog.tsx'
import { invoiceLabels } from './invoiceLabels.ts'
import { invoicesApi } from '../../shared/web/client.ts'
import { download } from '#core/web/download.ts'
import { invoiceColumns, noInvoices } from './invoiceColumns.tsx'
import * as cells from '../../shared/web/tableCells.css.ts'

const route = getRouteApi('/shell/invoices')
const PAGE_SIZE = 25

const columns = invoiceColumns({ hasOrganization: true })
const statusOptions = invoiceStatuses.map((id) => ({ id, label: invoiceLabels[id].label }))

/** Invoices of every organization or of one, newest first. */
export function InvoicesPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status', 'tenantId'] })
  const { status, tenantId, sort } = address
  const found = useQuery({
    ...invoicesApi.listInvoices.page({
      query: { status, tenantId, sort, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const [asked, setAsked] = useState<{ invoice: Invoice; isOpen: boolean }>()
  return (
    <Page
      title="Invoices"
      help="One for each period of each subscription, newest first. Numbers have no gaps."
      actions={<ExportCsvButton url={invoicesApi.exportInvoices.url({ query: { status, tenantId } })} />}
    >
      <ListScreen
        counted="invoices"
        list={{ ...list, searchField: undefined }}
        query={found}
        filters={
          <>
            <FilterSelect
              label="Status"
              all="All statuses"
              options={statusOptions}
              value={status}
              onChange={(chosen) => list.narrow({ status: chosen })}
            />
            {tenantId && (
              <span className={cells.muted} role="status">
                Of {found.data?.rows[0]?.tenantName ?? 'one organization'} alone
              </span>
            )}
          </>
        }
        end={
          tenantId && (
            <Button variant="quiet" onPress={() => list.narrow({ tenantId: undefined })}>
              Show all organizations
            </Button>
          )
        }
        none={noInvoices}
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columns}
            rowKey={({ id }) => id}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
            sort={list.sort ?? { column: 'issued', direction: 'descending' }}
            onSort={list.sortBy}
            onRowAction={save}
            rowActions={(invoice) => invoiceActions(invoice, () => setAsked({ invoice, isOpen: true }))}
            rowLabel={({ number }) => number}
          />
        )}
      </ListScreen>
      {asked && (
        <VoidInvoiceDialog
          invoice={asked.invoice}
          isOpen={asked.isOpen}
          onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
        />
      )}
    </Page>
  )
}

const save = ({ id }: Invoice) => download(invoicesApi.invoicePdf.url({ params: { id } }))

function invoiceActions(invoice: Invoice, askToVoid: () => void): MenuEntry[] {
  const pdf = { label: 'Download PDF', icon: <Download size={16} aria-hidden />, onAction: () => save(invoice) }
  if (invoice.status !== 'open') return [pdf]
  return [
    pdf,
    'separator',
    { label: 'Void invoice', icon: <Ban size={16} aria-hidden />, isDanger: true, onAction: askToVoid },
  ]
}
