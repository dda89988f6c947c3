import { X } from 'lucide-react'
import { useCallback, useContext, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import * as styles from './Dialog.css.ts'
import { IconButton } from '../actions/IconButton.tsx'
import { UnsavedChangesContext } from '../forms/unsavedChanges.ts'

export interface DialogProps {
  title: string
  /** One line under the title. */
  help?: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** 440, 560 by default, or 760 px wide. */
  size?: 'small' | 'medium' | 'large' | undefined
  role?: 'dialog' | 'alertdialog'
  /**
   * DialogBody and DialogFooter, or DialogForm around both. A Button with `slot="close"` closes.
   * Mounted while open, so a form inside starts fresh each time.
   */
  children: ReactNode
}

/**
 * A short task over the page; a sheet from below on phones. Closing while a Form inside has unsaved changes asks first;
 * `onOpenChange` is not called until that is answered. Setting `isOpen` to false, as after saving, closes at once.
 */
export function Dialog({ title, help, isOpen, onOpenChange, size = 'medium', role = 'dialog', children }: DialogProps) {
  const unsaved = useRef(new Set<string>())
  const [isAsking, setAsking] = useState(false)
  // The page hears of it too: the browser's back button leaves page and dialog at once.
  const reportToPage = useContext(UnsavedChangesContext)
  const report = useCallback(
    (id: string, isDirty: boolean) => {
      if (isDirty) unsaved.current.add(id)
      else unsaved.current.delete(id)
      if (unsaved.current.size === 0) setAsking(false)
      reportToPage?.(id, isDirty)
    },
    [reportToPage],
  )
  const close = (open: boolean) => {
    if (open || unsaved.current.size === 0) onOpenChange(open)
    else setAsking(true)
  }
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={close} isDismissable={role === 'dialog'} className={styles.overlay}>
      <Modal className={styles.size[size]}>
        <AriaDialog role={role} className={styles.dialog}>
          <header className={styles.header}>
            <div className={styles.titles}>
              <Heading slot="title" level={2} className={styles.title}>
                {title}
              </Heading>
              {help && <p className={styles.help}>{help}</p>}
            </div>
            <IconButton slot="close" label={t('Close')}>
              <X size={16} aria-hidden />
            </IconButton>
          </header>
          <UnsavedChangesContext value={report}>{children}</UnsavedChangesContext>
          {isAsking && (
            <div className={styles.question} role="alert">
              <span className={styles.questionText}>{t('Discard your changes?')}</span>
              <span className={styles.questionActions}>
                <Button size="small" autoFocus onPress={() => setAsking(false)}>
                  {t('Keep editing')}
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  onPress={() => {
                    setAsking(false)
                    onOpenChange(false)
                  }}
                >
                  {t('Discard')}
                </Button>
              </span>
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The part that scrolls when it is long. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** Cancel first, then the act. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>
}
