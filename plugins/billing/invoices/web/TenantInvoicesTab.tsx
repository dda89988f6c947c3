import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Invoice } from '../contract.ts'
import { invoicesApi } from '../../shared/web/client.ts'
import { download } from '#core/web/download.ts'
import { invoiceColumns, noInvoices } from './invoiceColumns.tsx'

const PAGE_SIZE = 25
const columns = invoiceColumns({ hasOrganization: false })
const save = ({ id }: Invoice) => download(invoicesApi.tenantInvoicePdf.url({ params: { id } }))

/** The organization's own invoices, newest first, each as PDF. */
export function TenantInvoicesTab() {
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...invoicesApi.tenantInvoices.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen counted="invoices" list={{ page, turnTo: setPage }} query={found} none={noInvoices}>
      {(shown) => (
        <PagedTable
          {...shown}
          columns={columns}
          rowKey={({ id }) => id}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          skeletons={5}
          onRowAction={save}
          rowActions={(invoice) => [
            { label: 'Download PDF', icon: <Download size={16} aria-hidden />, onAction: () => save(invoice) },
          ]}
          rowLabel={({ number }) => number}
        />
      )}
    </ListScreen>
  )
}
