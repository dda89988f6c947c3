import type { ReactNode } from 'react'
import { DateTimeField } from '#core/web/ui/fields/DateTimeField.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { auditCategories, auditRanges, auditSeverities, defaultAuditRange } from '../contract.ts'
import type { AuditRange } from '../contract.ts'
import * as styles from './AuditLog.css.ts'
import { categoryNames, periodProblem, rangeNames, severityNames } from './filters.ts'
import type { Filters } from './filters.ts'

const categories = [
  { id: 'all' as const, label: 'All categories' },
  ...auditCategories.map((id) => ({ id, label: categoryNames[id] })),
]
const severities = [
  { id: 'all' as const, label: 'All severities' },
  ...auditSeverities.map((id) => ({ id, label: severityNames[id] })),
]
const ranges = [...(Object.keys(auditRanges) as AuditRange[]), 'custom' as const].map((id) => ({
  id,
  label: rangeNames[id],
}))

/** Where a time of one's own begins at first: what the default shows. */
const lately = () => new Date(Date.now() - auditRanges[defaultAuditRange] * 24 * 3600 * 1000).toISOString()

interface AuditFiltersProps {
  filters: Filters
  onSearch: (text: string) => void
  onChange: (change: Partial<Omit<Filters, 'search'>>) => void
  /** What was found, at the end of the line. */
  summary: ReactNode
}

export function AuditFilters({ filters, onSearch, onChange, summary }: AuditFiltersProps) {
  return (
    <>
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
          onChange={(range) =>
            onChange(range === 'custom' ? { range, from: lately() } : { range, from: undefined, to: undefined })
          }
        />
      </Toolbar>
      {filters.range === 'custom' && (
        <div role="group" aria-label={rangeNames.custom} className={styles.period}>
          <DateTimeField
            label="From"
            isOptional
            value={filters.from}
            onChange={(from) => onChange({ from: from ?? undefined })}
          />
          <DateTimeField
            label="To"
            isOptional
            value={filters.to}
            error={periodProblem(filters)}
            onChange={(to) => onChange({ to: to ?? undefined })}
          />
        </div>
      )}
    </>
  )
}
