import type { LucideIcon } from 'lucide-react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import * as styles from './ViewSwitch.css.ts'

interface ViewSwitchProps<Id extends string> {
  /** Names the row: 'View'. */
  label: string
  options: readonly { id: Id; label: string; icon?: LucideIcon }[]
  value: Id
  onChange: (id: Id) => void
}

/** One of a few ways to look at the same things; arrows move, and one is always chosen. */
export function ViewSwitch<Id extends string>({ label, options, value, onChange }: ViewSwitchProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id))
        if (chosen) onChange(chosen.id)
      }}
      className={styles.group}
    >
      {options.map(({ id, label: words, icon: Icon }) => (
        <ToggleButton key={id} id={id} className={styles.option}>
          {Icon && <Icon size={16} aria-hidden className={styles.icon} />}
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
