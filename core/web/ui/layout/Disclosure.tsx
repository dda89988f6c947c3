import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import * as styles from './Disclosure.css.ts'

export interface DisclosureProps {
  /** Words of the button that opens and closes. */
  label: string
  /** After the label, in smaller words; the label is a title then. */
  details?: string
  /** Id of the element that distinguishes this one from others with the same label, for screen readers. */
  describedBy?: string
  /** On the line of the button, before it. */
  beside?: ReactNode
  /** It was opened. */
  onOpen?: () => void
  /** Rendered only while it is open. */
  children: () => ReactNode
}

/** Details that stay out of the way until they are asked for. */
export function Disclosure({ label, details, describedBy, beside, onOpen, children }: DisclosureProps) {
  return (
    <AriaDisclosure className={styles.disclosure} onExpandedChange={(isOpen) => isOpen && onOpen?.()}>
      {({ isExpanded }) => (
        <>
          <div className={details === undefined ? styles.line : styles.titled}>
            {beside}
            <AriaButton slot="trigger" className={styles.trigger} aria-describedby={describedBy}>
              <ChevronRight size={16} aria-hidden className={isExpanded ? styles.open : styles.arrow} />
              {details === undefined ? (
                label
              ) : (
                <span className={styles.title}>
                  {label}
                  <span className={styles.details}> · {details}</span>
                </span>
              )}
            </AriaButton>
          </div>
          <DisclosurePanel>{isExpanded && <div className={styles.panel}>{children()}</div>}</DisclosurePanel>
        </>
      )}
    </AriaDisclosure>
  )
}
