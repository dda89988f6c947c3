import { ChevronLeft, ChevronRight } from 'lucide-react'
import { pageLocale, t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import * as styles from './Pagination.css.ts'
import { pageRange } from './pageRange.ts'

export interface PaginationProps {
  /** From 1. */
  page: number
  /** 25 unless said otherwise. */
  pageSize?: number
  total: number
  /** There are more than `total` rows, in an unknown number: '10,000+', and the last page is not known. */
  isAtLeast?: boolean
  onChange: (page: number) => void
  /** Noun of the things counted, such as 'users': names the navigation. */
  label?: string
}

/** 'Showing 1–25 of 312' with previous and next. */
export function Pagination({ page, pageSize = 25, total, isAtLeast, onChange, label = t('results') }: PaginationProps) {
  // There is always a next page where the end is unknown; one past the end is empty and leads back.
  const range = pageRange(page, pageSize, isAtLeast ? Math.max(total, (page + 1) * pageSize) : total)
  return (
    <nav className={styles.bar} aria-label={t('Pages of {label}', { label })}>
      <span className={styles.range} role="status">
        {total === 0
          ? t('Showing 0 of 0')
          : t('Showing {from}–{to} of {total}', {
              from: range.from,
              to: range.to,
              total: isAtLeast ? `${total.toLocaleString(pageLocale())}+` : total,
            })}
      </span>
      <span className={styles.buttons}>
        <Button
          size="small"
          icon={<ChevronLeft size={16} aria-hidden />}
          isDisabled={range.page <= 1}
          onPress={() => onChange(range.page - 1)}
        >
          {t('Previous')}
        </Button>
        <Button size="small" isDisabled={range.page >= range.pages} onPress={() => onChange(range.page + 1)}>
          {t('Next')}
          <ChevronRight size={16} aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
