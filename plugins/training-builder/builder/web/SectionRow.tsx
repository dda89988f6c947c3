import type { ReactNode } from 'react'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { EditedSection } from './moduleList.ts'
import * as styles from './ModulesEditor.css.ts'
import { formatMinutes, sectionLabels } from './sectionLabels.ts'

interface SectionRowProps {
  section: EditedSection
  /** Drag handle. */
  handle: ReactNode
  items: readonly MenuEntry[]
}

/** Row of a section in its editors' list. */
export function SectionRow({
  section: { title, type, duration, required, interactive },
  handle,
  items,
}: SectionRowProps) {
  const { label, icon: Icon } = sectionLabels[type]
  return (
    <div className={styles.section}>
      {handle}
      <Icon size={16} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>
          {label} · {formatMinutes(duration)}
        </span>
      </span>
      {required && <Badge tone="blue">Required</Badge>}
      {interactive && <Badge tone="purple">Interactive</Badge>}
      <MenuButton label={`Actions for ${title}`} items={items} />
    </div>
  )
}
