import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import * as styles from './Tabs.css.ts'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
  /** Rendered only while its tab is chosen. */
  content: ReactNode
}

export interface TabsProps<Id extends string> {
  /** Names the row of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  /** With `onChange`: the chosen tab lives outside, as in the URL. */
  selected?: Id
  onChange?: (id: Id) => void
  /** Tabs share the whole width. */
  isFilled?: boolean
}

/**
 * Tabs by the ARIA pattern: arrows, Home and End move and choose. Plain elements instead of React Aria's, whose
 * collections would more than double what the sign-in page loads.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onChange, isFilled }: TabsProps<Id>) {
  const baseId = useId()
  const [own, setOwn] = useState(tabs[0]?.id)
  const current = tabs.find((tab) => tab.id === (selected ?? own)) ?? tabs[0]
  const currentTabId = `${baseId}-tab-${current?.id}`
  // On a narrow screen the row scrolls, and the tab that an address names may be outside.
  useEffect(() => {
    document.getElementById(currentTabId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [currentTabId])
  const choose = (id: Id) => {
    setOwn(id)
    onChange?.(id)
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.id === current?.id)
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }
    const step = steps[event.key]
    if (step === undefined) return
    const next = tabs[(step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(`${baseId}-tab-${next.id}`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={isFilled ? `${styles.list} ${styles.fill}` : styles.list}
        onKeyDown={move}
      >
        {tabs.map((tab) => {
          const isCurrent = tab.id === current?.id
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${tab.id}`}
              aria-selected={isCurrent}
              aria-controls={isCurrent ? `${baseId}-panel` : undefined}
              tabIndex={isCurrent ? 0 : -1}
              className={styles.tab}
              onClick={() => choose(tab.id)}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {current && (
        <div
          key={current.id}
          role="tabpanel"
          id={`${baseId}-panel`}
          aria-labelledby={`${baseId}-tab-${current.id}`}
          className={styles.panel}
        >
          {current.content}
        </div>
      )}
    </div>
  )
}
