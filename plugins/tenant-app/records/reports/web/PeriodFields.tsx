import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateField } from '#core/web/ui/fields/DateField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { todayIn } from '../../../admissions/students/web/studentLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { DEFAULT_RANGE, MAX_DAYS, reportRanges, type ReportFilters, type ReportRange } from '../contract.ts'
import { rangeNames } from '../labels-contract.ts'
import * as styles from './Reports.css.ts'

interface PeriodFieldsProps {
  address: ReportFilters
  onChange: (period: Pick<ReportFilters, 'range' | 'from' | 'to'>) => void
}

const options = [...reportRanges.map((id) => ({ id, label: rangeNames[id] })), { id: 'days', label: 'Custom period' }]

/** Chooses a named period, or a first and last day. */
export function PeriodFields({ address: { range, from, to }, onChange }: PeriodFieldsProps) {
  const today = todayIn(useZone())
  const hasDays = from !== undefined || to !== undefined
  return (
    <>
      <Select
        label="Period"
        isLabelHidden
        options={options}
        value={hasDays ? 'days' : (range ?? DEFAULT_RANGE)}
        onChange={(chosen) =>
          onChange(
            chosen === 'days'
              ? { range: undefined, from: `${today.slice(0, 8)}01`, to: today }
              : {
                  range: chosen === DEFAULT_RANGE ? undefined : (chosen as ReportRange),
                  from: undefined,
                  to: undefined,
                },
          )
        }
      />
      {hasDays && <Days key={`${from} ${to}`} from={from ?? null} to={to ?? today} onChange={onChange} />}
    </>
  )
}

interface DaysProps {
  from: string | null
  to: string | null
  onChange: PeriodFieldsProps['onChange']
}

/** Applies both days together: a half-typed day would be another period. */
function Days({ from: first, to: last, onChange }: DaysProps) {
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const error = from && to ? checkPeriod(from, to) : undefined
  const isChanged = from !== first || to !== last
  return (
    <div className={styles.days}>
      <DateField label="From" value={from} onChange={setFrom} {...(error ? { error } : {})} />
      <DateField label="To" value={to} onChange={setTo} />
      <Button
        isDisabled={!from || !to || Boolean(error) || !isChanged}
        onPress={() => from && to && onChange({ from, to })}
      >
        Show
      </Button>
    </div>
  )
}

function checkPeriod(from: string, to: string): string | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) return 'The period ends before it begins'
  return days > MAX_DAYS ? `At most ${MAX_DAYS} days` : undefined
}
