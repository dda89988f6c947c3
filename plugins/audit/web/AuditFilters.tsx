import type { ReactNode } from 'react'
import { SearchField } from '#core/web/ui/SearchField.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { Toolbar } from '#core/web/ui/Toolbar.tsx'
import { auditCategories, auditRanges, auditSeverities } from '../contract.ts'
import type { AuditRange } from '../contract.ts'
import { categoryNames, rangeNames, severityNames } from './filters.ts'
import type { Filters } from './filters.ts'

const categories = [
  { id: 'all' as const, label: 'All categories' },
  ...auditCategories.map((id) => ({ id, label: categoryNames[id] })),
]
const severities = [
  { id: 'all' as const, label: 'All severities' },
  ...auditSeverities.map((id) => ({ id, label: severityNames[id] })),
]
const ranges = (Object.keys(auditRanges) as AuditRange[]).map((id) => ({ id, label: rangeNames[id] }))

interface AuditFiltersProps {
  filters: Filters
  onSearch: (text: string) => void
  onChange: (change: Partial<Omit<Filters, 'search'>>) => void
  /** What was found, at the end of the line. */
  summary: ReactNode
}

export function AuditFilters({ filters, onSearch, onChange, summary }: AuditFiltersProps) {
  return (
    <Toolbar label="Filters" end={summary}>
      <SearchField label="Search the audit log" value={filters.search} maxLength={200} onChange={onSearch} />
      <Select
        label="Category"
        isLabelHidden
        options={categories}
        value={filters.category ?? 'all'}
        onChange={(category) => onChange({ category: category === 'all' ? undefined : category })}
      />
      <Select
        label="Severity"
        isLabelHidden
        options={severities}
        value={filters.severity ?? 'all'}
        onChange={(severity) => onChange({ severity: severity === 'all' ? undefined : severity })}
      />
      <Select
        label="Time range"
        isLabelHidden
        options={ranges}
        value={filters.range}
        onChange={(range) => onChange({ range })}
      />
    </Toolbar>
  )
}
