import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import type { SearchFieldProps as AriaSearchFieldProps } from 'react-aria-components/SearchField'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as fieldStyles from './Field.css.ts'
import * as styles from './SearchField.css.ts'

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'aria-label'> {
  /** Said by screen readers, and the placeholder where none is given. */
  label: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Searches as people type, through `useSearchText` of searchText.ts. Escape empties it. */
export function SearchField({ label, placeholder = label, ref, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField
      {...props}
      aria-label={label}
      className={composeRenderProps(props.className, (className) =>
        [styles.field, className].filter(Boolean).join(' '),
      )}
    >
      <div className={styles.box}>
        <Search size={16} aria-hidden className={styles.icon} />
        <Input ref={ref} placeholder={placeholder} className={fieldStyles.bare} />
        <AriaButton className={`${fieldStyles.insideButton} ${styles.clear}`}>
          <X size={16} aria-hidden />
        </AriaButton>
      </div>
    </AriaSearchField>
  )
}
