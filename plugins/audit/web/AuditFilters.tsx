import { DateTimeField } from '#core/web/ui/fields/DateTimeField.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { auditCategories, auditRanges, auditSeverities, defaultAuditOrder, defaultAuditRange } from '../contract.ts'
import type { AuditOrder, AuditRange } from '../contract.ts'
import * as styles from './AuditLog.css.ts'
import { categoryNames, orderNames, periodProblem, rangeNames, severityNames } from './filters.ts'
import type { Filters } from './filters.ts'

const categories = auditCategories.map((id) => ({ id, label: categoryNames[id] }))
const severities = auditSeverities.map((id) => ({ id, label: severityNames[id] }))
const orders = (Object.keys(orderNames) as AuditOrder[]).map((id) => ({ id, label: orderNames[id] }))
const ranges = [...(Object.keys(auditRanges) as AuditRange[]), 'custom' as const].map((id) => ({
  id,
  label: rangeNames[id],
}))

/** Start of a custom period before one is chosen: that of the default. */
const lately = () => new Date(Date.now() - auditRanges[defaultAuditRange] * 24 * 3600 * 1000).toISOString()

interface AuditFiltersProps {
  filters: Filters
  onChange: (change: Partial<Omit<Filters, 'search'>>) => void
}

/** Filters of the log beside the search text. */
export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  return (
    <>
      <FilterSelect
        label="Category"
        all="All categories"
        options={categories}
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label="Severity"
        all="All severities"
        options={severities}
        value={filters.severity}
        onChange={(severity) => onChange({ severity })}
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
      <Select
        label="Order"
        isLabelHidden
        options={orders}
        value={filters.sort ?? defaultAuditOrder}
        onChange={(sort) => onChange({ sort: sort === defaultAuditOrder ? undefined : sort })}
      />
    </>
  )
}

/** From when to when, where the time range is one's own. */
export function AuditPeriod({ filters, onChange }: AuditFiltersProps) {
  if (filters.range !== 'custom') return null
  return (
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
  )
}
