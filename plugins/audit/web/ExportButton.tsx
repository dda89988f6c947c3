import { Download } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { auditApi } from './client.ts'
import { queryOf } from './filters.ts'
import type { Filters } from './filters.ts'

/** Downloads everything that fits the filters, not only what is on screen. */
export function ExportButton({ filters }: { filters: Filters }) {
  const download = (format: 'csv' | 'ndjson') => () => {
    const link = document.createElement('a')
    link.href = auditApi.exportAuditLogs.url({ query: { ...queryOf(filters), format } })
    link.download = ''
    link.click()
  }
  return (
    <MenuButton
      label="Export as"
      items={[
        { label: 'CSV', description: 'For spreadsheets', onAction: download('csv') },
        { label: 'NDJSON', description: 'One JSON object a line, for programs', onAction: download('ndjson') },
      ]}
    >
      <Button icon={<Download size={16} aria-hidden />}>Export</Button>
    </MenuButton>
  )
}
