import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Award, Download, Palette } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { certificateStates } from '../contract.ts'
import { certificateColumns } from './certificateColumns.tsx'
import { stateLabels } from './certificateLabels.ts'
import { certificatesApi } from './client.ts'
import { useCertificateActs } from './useCertificateActs.tsx'

const route = getRouteApi('/shell/training/certificates')
const PAGE_SIZE = 25

const stateOptions = certificateStates.map((id) => ({ id, label: stateLabels[id].label }))

/** Lists the certificates of the organization. The search and the page are in the address. */
export function CertificatesPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['state'] })
  const { search, state } = address
  const found = useQuery({
    ...certificatesApi.listCertificates.page({
      query: { search, state, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const ids = found.data?.rows.map(({ id }) => id).join(',') ?? ''
  const unprintable = useQuery({
    ...certificatesApi.unprintableCertificates({ query: { ids } }),
    enabled: ids !== '',
  })
  const { actions, dialogs } = useCertificateActs()
  return (
    <Page
      title="Certificates"
      help="Anyone can verify a certificate by number or QR code."
      actions={
        <>
          <LinkButton
            icon={<Download size={16} aria-hidden />}
            href={certificatesApi.exportCertificates.url({ query: { search, state } })}
            download
          >
            Export CSV
          </LinkButton>
          <PageLinkButton to="/training/certificates/template" icon={<Palette size={16} aria-hidden />}>
            Template
          </PageLinkButton>
        </>
      }
    >
      <PlanNotice needs="certificates" />
      <ListScreen
        counted="certificates"
        list={list}
        query={found}
        search={{ placeholder: 'Search by name, course or number' }}
        filters={
          <ListFilters
            list={list}
            address={{ state }}
            filters={[{ name: 'state', label: 'State', all: 'All states', options: stateOptions }]}
          />
        }
        none={{
          icon: <Award size={20} aria-hidden />,
          title: 'No certificates yet',
          children: 'Learners get one as soon as they complete a course with a certificate.',
        }}
        noMatches="Try another part of the name, the course or the number, or another state."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={certificateColumns(unprintable.data ?? [])}
            rowKey={({ id }) => id}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
            rowActions={actions}
            rowLabel={({ recipient, course }) => `${recipient}, ${course}`}
          />
        )}
      </ListScreen>
      {dialogs}
    </Page>
  )
}
