import { EllipsisVertical } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { IconButton } from './IconButton.tsx'
import * as styles from '../overlays/Popover.css.ts'

/** One act or link of a menu; `'separator'` draws a line between groups. */
export interface MenuAction {
  label: string
  onAction?: () => void
  href?: string
  icon?: ReactNode
  description?: string
  /** Red, for what takes something away. Put it last, behind a separator. */
  isDanger?: boolean
  isDisabled?: boolean
}

export type MenuEntry = MenuAction | 'separator'

export interface MenuButtonProps {
  /** Names the menu, and the button when it is the usual three dots: 'Actions for North High'. */
  label: string
  items: readonly MenuEntry[]
  /** Another button than the three dots; an element that can be pressed, as Button. */
  children?: ReactElement
  size?: 'small' | 'medium'
}

/** A button that opens a menu. */
export function MenuButton({ label, items, children, size = 'medium' }: MenuButtonProps) {
  return (
    <MenuTrigger>
      {children ?? (
        <IconButton label={label} size={size}>
          <EllipsisVertical size={16} aria-hidden />
        </IconButton>
      )}
      <Popover className={styles.popover} placement="bottom end" offset={4}>
        <Menu className={styles.list} aria-label={label}>
          {items.map((entry, index) =>
            entry === 'separator' ? (
              <Separator key={`separator-${String(index)}`} className={styles.separator} />
            ) : (
              <MenuItem
                key={entry.label}
                id={entry.label}
                textValue={entry.label}
                href={entry.href}
                isDisabled={entry.isDisabled}
                onAction={entry.onAction}
                className={entry.isDanger ? `${styles.item} ${styles.danger}` : styles.item}
              >
                {entry.icon}
                <span className={styles.words}>
                  {entry.label}
                  {entry.description && <span className={styles.description}>{entry.description}</span>}
                </span>
              </MenuItem>
            ),
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
