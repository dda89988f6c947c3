import { Download } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { download } from '#core/web/download.ts'
import { auditApi, tenantAuditApi } from './client.ts'
import { queryOf } from './filters.ts'
import type { Filters } from './filters.ts'
import type { Reach } from './useActs.ts'

interface ExportButtonProps {
  filters: Filters
  of: Reach
  isDisabled?: boolean
}

/** Downloads everything that fits the filters, not only what is on screen. */
export function ExportButton({ filters, of, isDisabled }: ExportButtonProps) {
  const save = (format: 'csv' | 'ndjson') => () => {
    const query = { ...queryOf(filters), format }
    download(
      of === 'platform' ? auditApi.exportAuditLogs.url({ query }) : tenantAuditApi.exportTenantAuditLogs.url({ query }),
    )
  }
  return (
    <MenuButton
      label="Export as"
      items={[
        { label: 'CSV', description: 'For spreadsheets', onAction: save('csv') },
        { label: 'NDJSON', description: 'One JSON object per line, for programs', onAction: save('ndjson') },
      ]}
    >
      <Button icon={<Download size={16} aria-hidden />} isDisabled={isDisabled}>
        Export
      </Button>
    </MenuButton>
  )
}
