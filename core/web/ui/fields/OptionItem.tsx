import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import * as styles from '../overlays/Popover.css.ts'

/** A choice of a Select or ComboBox. `id` must not be empty; say 'all' for 'no filter'. */
export interface Option<Id extends string | number = string> {
  id: Id
  label: string
  /** Drawn in the place of the label, which says the same. */
  drawn?: ReactNode
  description?: string
  isDisabled?: boolean
}

export function OptionItem({ option }: { option: Option<string | number> }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled} className={styles.item}>
      {({ isSelected }) => (
        <>
          <span className={styles.words}>
            {/* No slots: they would leave the description out of the name, which has to hold all that is seen. */}
            <span>{option.drawn ?? option.label}</span>
            {option.description && <span className={styles.description}> {option.description}</span>}
          </span>
          {isSelected && <Check size={16} aria-hidden className={styles.check} />}
        </>
      )}
    </ListBoxItem>
  )
}
