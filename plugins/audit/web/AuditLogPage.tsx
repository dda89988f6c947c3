import { getRouteApi } from '@tanstack/react-router'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useSearchText } from '#core/web/ui/lists/searchText.ts'
import { defaultAuditRange } from '../contract.ts'
import { AuditLog } from './AuditLog.tsx'
import { ExportButton } from './ExportButton.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import type { Filters } from './filters.ts'
import { useActs } from './useActs.ts'

const route = getRouteApi('/shell/audit')

/** Audit log with filters that live in the address. */
export function AuditLogPage() {
  const { filters, text, setText, isTyping, change, clear } = useFilters()
  const found = useActs('platform', filters, text, isTyping)
  return (
    <Page
      title="Audit Log"
      help="Actions of users and of the platform. Entries cannot be changed or removed."
      actions={
        <>
          <RefreshButton refetch={found.query.refetch} />
          <ExportButton filters={filters} of="platform" />
        </>
      }
    >
      {filters.tenantId && (
        <Banner
          title={`Events of ${found.acts.find(({ tenantName }) => tenantName)?.tenantName ?? 'one organization'} alone`}
          action={
            <Button size="small" onPress={() => change({ tenantId: undefined })}>
              Show all organizations
            </Button>
          }
        />
      )}
      <AuditLog {...found} filters={filters} text={text} onSearch={setText} onChange={change} onClear={clear} />
    </Page>
  )
}

function useFilters() {
  const { search = '', category, severity, range = defaultAuditRange, from, to, tenantId, sort } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText, settled] = useSearchText({
    initial: search,
    onSettle: (typed) =>
      void navigate({ search: (before) => ({ ...before, search: typed || undefined }), replace: true }),
  })
  const filters: Filters = { search, category, severity, range, from, to, tenantId, sort }
  const change = (changed: Partial<Omit<Filters, 'search'>>) =>
    void navigate({
      search: (before) => {
        const next = { ...before, ...changed }
        return { ...next, range: next.range === defaultAuditRange ? undefined : next.range }
      },
    })
  const clear = () => {
    setText('')
    void navigate({
      search: ({ range: chosen, from: first, to: last, sort: order }) => ({
        range: chosen,
        from: first,
        to: last,
        sort: order,
      }),
    })
  }
  return { filters, text, setText, isTyping: text.trim() !== settled || settled !== search, change, clear }
}
