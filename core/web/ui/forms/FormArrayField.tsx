import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import * as fieldStyles from '../fields/Field.css.ts'
import * as styles from './FormArrayField.css.ts'

export interface FormArrayItem {
  /** Path of the item in the form, as 'features.2'. */
  name: string
  /** For fields whose label is hidden, as 'Feature 3'. */
  label: string
  /** Focuses the item that users have just added, where they go on. */
  autoFocus: boolean
}

export interface FormArrayFieldProps {
  /** Path of the list in the form. */
  name: string
  label: string
  /** One of it, as 'feature'. */
  one: string
  /** Value of a new item; a function where each has something of its own, such as an id. */
  empty: unknown
  /** Shown while there is none. */
  none?: string
  /** Most items; no more can be added. */
  max?: number
  /** The fields of one item. */
  children: (item: FormArrayItem) => ReactNode
}

/** A list of the form around it: its items one under the other, each of which can be removed, and one more added. */
export function FormArrayField({ name, label, one, empty, none, max = Infinity, children }: FormArrayFieldProps) {
  const { setValue, clearErrors } = useFormContext()
  const { errors } = useFormState()
  const items = (useWatch({ name }) as unknown[] | undefined) ?? []
  const [added, setAdded] = useState<number>()
  const add = useRef<HTMLButtonElement>(null)
  const change = (next: unknown[]) => {
    setValue(name, next, { shouldDirty: true, shouldTouch: true })
    // Errors of the list may be outdated, and items have moved; the next submit validates again.
    clearErrors(name)
  }
  const problem = get(errors, `${name}.message`) ?? get(errors, `${name}.root.message`)
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{label}</legend>
      {items.length === 0 && none && <p className={fieldStyles.help}>{none}</p>}
      {items.map((_, index) => {
        const itemLabel = `${one.charAt(0).toUpperCase()}${one.slice(1)} ${index + 1}`
        return (
          // oxlint-disable-next-line react/no-array-index-key -- controlled by their place in the list
          <div key={index} className={styles.row}>
            <div className={styles.item}>
              {children({ name: `${name}.${index}`, label: itemLabel, autoFocus: index === added })}
            </div>
            <IconButton
              label={t('Remove {one} {number}', { one, number: index + 1 })}
              onPress={() => {
                change(items.toSpliced(index, 1))
                // The button goes with its item when that was the last one.
                if (index === items.length - 1) add.current?.focus()
              }}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      {typeof problem === 'string' && (
        <span role="alert" className={fieldStyles.error}>
          {problem}
        </span>
      )}
      <Button
        ref={add}
        size="small"
        icon={<Plus size={16} aria-hidden />}
        isDisabled={items.length >= max}
        onPress={() => {
          setAdded(items.length)
          change([...items, typeof empty === 'function' ? (empty as () => unknown)() : empty])
        }}
      >
        {t('Add {one}', { one })}
      </Button>
    </fieldset>
  )
}
