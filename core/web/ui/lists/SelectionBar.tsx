import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import * as styles from './SelectionBar.css.ts'
import type { Selection } from './selection.ts'

interface SelectionBarProps<Row> {
  selection: Selection<Row>
  /** Buttons that act on what is chosen. */
  children: ReactNode
}

/** Elements in which Escape does something else: it closes what is open, and takes back what is typed. */
const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/**
 * Number of chosen rows and the actions on them; stays in sight at the end of a long table. Escape clears the choice.
 */
export function SelectionBar<Row>({ selection, children }: SelectionBarProps<Row>) {
  const { chosen, chosenHere, count, chooseAll, clear } = selection
  const elsewhere = chosen.length - chosenHere
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(opened)) return
      if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
      clear()
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [clear])
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = bar.current
    const chosenFirst = document.activeElement
    // Keyboard focus would jump to the start of the page: return it to the last selection, or, where that row is not
    // shown any more, to the first that can be chosen.
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const isThere = chosenFirst instanceof HTMLInputElement && chosenFirst.isConnected
      const back = isThere ? chosenFirst : document.querySelector<HTMLInputElement>('main input[type=checkbox]')
      back?.focus()
    }
  }, [])
  return (
    <div ref={bar} role="group" aria-label={t('Chosen rows')} className={styles.bar}>
      <span role="status" className={styles.count}>
        {elsewhere > 0
          ? t('{count} chosen, {elsewhere} of them not shown here', { count: chosen.length, elsewhere })
          : t('{count} chosen', { count: chosen.length })}
      </span>
      {chosenHere < count && (
        <Button size="small" variant="quiet" onPress={() => chooseAll(true)}>
          {t('Choose all {count} on this page', { count })}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={clear}>
        {t('Choose none')}
      </Button>
      <span className={styles.acts}>{children}</span>
    </div>
  )
}
