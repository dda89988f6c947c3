import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { download } from '#core/web/download.ts'
import { usePlatform } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { OrganizationErasure } from '../contract.ts'
import { erasuresApi } from './client.ts'

const PAGE_SIZE = 25
const TITLE = 'Erased organizations'
/** Milliseconds between two looks while one is being erased. */
const POLL_INTERVAL_MS = 5000

const columns: readonly Column<OrganizationErasure>[] = [
  { id: 'name', header: 'Organization', isPrimary: true, cell: ({ name }) => name },
  { id: 'subdomain', header: 'Subdomain', cell: ({ subdomain }) => subdomain },
  { id: 'askedBy', header: 'Erased by', cell: ({ askedBy }) => askedBy },
  { id: 'askedAt', header: 'Begun', cell: ({ askedAt }) => <DateTime value={askedAt} /> },
  {
    id: 'finishedAt',
    header: 'Finished',
    cell: ({ finishedAt }) =>
      finishedAt === null ? <Badge tone="blue">Being erased</Badge> : <DateTime value={finishedAt} />,
  },
]

const invoicesColumn: Column<OrganizationErasure> = {
  id: 'invoices',
  header: 'Invoices kept',
  align: 'end',
  cell: ({ invoices }) => invoices.toLocaleString(),
}

const actions = ({ id, invoices }: OrganizationErasure) =>
  invoices === 0
    ? []
    : [
        {
          label: 'Download invoices',
          icon: <Download size={16} aria-hidden />,
          onAction: () => download(erasuresApi.keptInvoices.url({ params: { id } })),
        },
      ]

/** Erased organizations and those being erased, with their invoices retained by law. */
export function ErasedOrganizationsPage() {
  const [page, setPage] = useState(1)
  const { plugins } = usePlatform()
  const hasInvoices = plugins.includes('billing')
  const erasures = useQuery({
    ...erasuresApi.listTenantErasures.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ finishedAt }) => finishedAt === null) ? POLL_INTERVAL_MS : false,
  })
  return (
    <Page
      title={TITLE}
      help={[
        plugins.includes('backup')
          ? 'Erased organizations can only be restored from a backup.'
          : 'Erasing an organization cannot be undone.',
        hasInvoices ? 'Invoices are kept here as the law requires.' : '',
      ].join(' ')}
      above={<Breadcrumbs trail={[{ label: 'Organizations', href: '/tenants' }]} current={TITLE} />}
    >
      <PagedTable
        label={TITLE}
        counted="erased organizations"
        query={erasures}
        columns={hasInvoices ? [...columns, invoicesColumn] : columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={hasInvoices ? actions : undefined}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={
          <EmptyState icon={<Eraser size={20} aria-hidden />} title="No erased organizations">
            Erase a suspended or inactive organization from its menu under Organizations.
          </EmptyState>
        }
      />
    </Page>
  )
}
