import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import * as styles from './Drawer.css.ts'

export interface DrawerProps {
  label: string
  isOpen: boolean
  /** Close it on navigation and when the window grows past 1024 px: the caller knows when. */
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** Slides in from the start of the line over the page; Escape and a press beside it close it. */
export function Drawer({ label, isOpen, onOpenChange, children }: DrawerProps) {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={onOpenChange} isDismissable className={styles.overlay}>
      <Modal className={styles.drawer}>
        <Dialog aria-label={label} className={styles.content}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
