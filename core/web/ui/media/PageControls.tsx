import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Input } from 'react-aria-components/Input'
import { NumberField } from 'react-aria-components/NumberField'
import { IconButton } from '../actions/IconButton.tsx'
import { ControlGroup } from './ControlGroup.tsx'
import * as styles from './Viewer.css.ts'

export interface PageControlsProps {
  /** From 1. */
  page: number
  pages: number
  onChange: (page: number) => void
}

/** Turns the pages of a document, or goes to one by its number. */
export function PageControls({ page, pages, onChange }: PageControlsProps) {
  return (
    <ControlGroup label="Pages">
      <IconButton label="Previous page" isDisabled={page === 1} onPress={() => onChange(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <NumberField
        aria-label="Page"
        value={page}
        minValue={1}
        maxValue={pages}
        onChange={(number) => !Number.isNaN(number) && onChange(number)}
      >
        <Input className={styles.pageNumber} />
      </NumberField>
      <span className={styles.of}>of {pages}</span>
      <IconButton label="Next page" isDisabled={page === pages} onPress={() => onChange(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </ControlGroup>
  )
}
