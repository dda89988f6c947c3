import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Banner } from '../feedback/Banner.tsx'
import { Button } from '../actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'
import { TextField } from '../fields/TextField.tsx'
import { errorText } from '../feedback/errorText.ts'

export interface ConfirmDialogProps {
  /** The act and the thing: 'Delete the chapter “Fractions”?' */
  title: string
  /** Explanation of what is lost: how many of what. */
  children: ReactNode
  /** Label of the act: 'Delete chapter'. */
  confirmLabel: string
  tone?: 'danger' | 'primary'
  /** A name to type first, for what cannot be undone. */
  typeToConfirm?: string
  /** False while something that the act needs is missing, as a reason; true by default. */
  isReady?: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The dialog closes when it is done; what it throws is shown inside. */
  onConfirm: () => unknown
}

/** Asks before something is lost, and names it. Where undo is possible, prefer that. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog title={props.title} isOpen={props.isOpen} onOpenChange={props.onOpenChange} size="small" role="alertdialog">
      <Confirmation {...props} />
    </Dialog>
  )
}

function Confirmation({
  children,
  confirmLabel,
  tone = 'danger',
  typeToConfirm,
  isReady = true,
  onOpenChange,
  onConfirm,
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const [typed, setTyped] = useState('')
  const confirm = async () => {
    setPending(true)
    setError(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (thrown) {
      setError(errorText(thrown))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <DialogBody>
        <div>{children}</div>
        {typeToConfirm && (
          <TextField
            label={t('Type “{typeToConfirm}” to confirm', { typeToConfirm })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
        )}
        {error && <Banner tone="error">{error}</Banner>}
      </DialogBody>
      <DialogFooter>
        <Button slot="close" autoFocus={!typeToConfirm}>
          {t('Cancel')}
        </Button>
        <Button
          variant={tone}
          isPending={isPending}
          isDisabled={!isReady || (typeToConfirm !== undefined && typed.trim() !== typeToConfirm)}
          onPress={confirm}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </>
  )
}
