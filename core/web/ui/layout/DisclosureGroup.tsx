import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Disclosure,
  DisclosureGroup as AriaGroup,
  DisclosureGroupStateContext,
  DisclosurePanel,
  Heading,
} from 'react-aria-components/DisclosureGroup'
import { pageLocale } from '../../text.ts'
import * as styles from './DisclosureGroup.css.ts'

export interface DisclosureSection {
  id: string
  title: string
  /** Number of things inside; a text such as '100+' where not all of them were counted. */
  count?: number | string
  /** Noun of the things counted, for screen readers: `{ one: 'event', several: 'events' }`. */
  counted?: { one: string; several: string }
  content: ReactNode
}

export interface DisclosureGroupProps {
  /** The titles' level in the page; 3 unless said otherwise. */
  level?: 2 | 3 | 4
  sections: readonly DisclosureSection[]
  /** Ids of the sections that are open; those of the others are rendered only once they are opened. */
  open: ReadonlySet<string>
  onOpenChange: (open: Set<string>) => void
}

const spokenCount = (count: number | string, counted: DisclosureSection['counted']) =>
  [count.toLocaleString(pageLocale()), count === 1 ? counted?.one : counted?.several].filter(Boolean).join(' ')

/** Sections under titles that open and close each on its own, and say beforehand how much is inside. */
export function DisclosureGroup({ level = 3, sections, open, onOpenChange }: DisclosureGroupProps) {
  return (
    <AriaGroup
      allowsMultipleExpanded
      expandedKeys={open}
      onExpandedChange={(keys) => onOpenChange(new Set([...keys].map(String)))}
      className={styles.group}
    >
      {sections.map(({ id, title, count, counted, content }) => (
        <Disclosure key={id} id={id} className={styles.section}>
          {({ isExpanded }) => (
            <>
              <Heading level={level} className={styles.heading}>
                <AriaButton slot="trigger" className={styles.trigger}>
                  <ChevronRight size={16} aria-hidden className={styles.arrow} />
                  {title}
                  {count !== undefined && (
                    <span className={styles.count} aria-label={spokenCount(count, counted)} role="img">
                      {count.toLocaleString(pageLocale())}
                    </span>
                  )}
                </AriaButton>
              </Heading>
              <DisclosurePanel className={styles.panel}>
                {/* A Disclosure inside opens on its own: it is none of this group. */}
                <DisclosureGroupStateContext value={null}>{isExpanded && content}</DisclosureGroupStateContext>
              </DisclosurePanel>
            </>
          )}
        </Disclosure>
      ))}
    </AriaGroup>
  )
}
