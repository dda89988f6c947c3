import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import * as styles from './Viewer.css.ts'

/**
 * Buttons that belong together. One that is disabled by its own press, as 'Next' at the end, hands the focus to its
 * neighbour: browsers would drop it, and with it the keys of the viewer.
 */
export function ControlGroup({ label, children }: { label: string; children: ReactNode }) {
  const group = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !focused.current?.matches(':disabled')) return
    group.current?.querySelector<HTMLElement>('button:enabled')?.focus()
  })
  return (
    <div
      ref={group}
      className={styles.controls}
      role="group"
      aria-label={label}
      onFocusCapture={({ target }) => {
        focused.current = target
      }}
    >
      {children}
    </div>
  )
}
