import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Dialog } from './Dialog.tsx'
import type { DialogProps } from './Dialog.tsx'
import { DialogForm, EditForm } from './DialogForm.tsx'
import type { DialogFormProps, EditFormProps } from './DialogForm.tsx'

/** Props that a dialog takes from the page that opens it. */
export type DialogState = Pick<DialogProps, 'isOpen' | 'onOpenChange'>

type Frame = Pick<DialogProps, 'title' | 'help' | 'size'> & DialogState

/**
 * A dialog that is one form, fields as children. It shows what is refused at its field or above, cannot be sent twice, asks
 * before changes are lost, and closes once it is saved: `onSaved` comes after that.
 */
export function FormDialog<Input extends FieldValues, Output, Answer>({
  title,
  help,
  size,
  isOpen,
  onOpenChange,
  onSaved,
  ...form
}: Frame & DialogFormProps<Input, Output, Answer>) {
  const opening = useOpening(isOpen)
  return (
    <Dialog title={title} help={help} size={size} isOpen={isOpen} onOpenChange={onOpenChange}>
      <DialogForm key={opening} {...form} onSaved={closeFirst(onOpenChange, onSaved)} />
    </Dialog>
  )
}

/** A FormDialog that changes one thing and overwrites no other user's change: the second one decides. */
export function EditDialog<Thing, Input extends FieldValues, Output, Answer>({
  title,
  help,
  size,
  isOpen,
  onOpenChange,
  onSaved,
  ...form
}: Frame & EditFormProps<Thing, Input, Output, Answer>) {
  const opening = useOpening(isOpen)
  return (
    <Dialog title={title} help={help} size={size} isOpen={isOpen} onOpenChange={onOpenChange}>
      <EditForm key={opening} {...form} onSaved={closeFirst(onOpenChange, onSaved)} />
    </Dialog>
  )
}

/** Counts the times that a dialog is opened, so that its form begins anew even while the one before still fades. */
function useOpening(isOpen: boolean): number {
  const [opening, setOpening] = useState({ isOpen, count: 0 })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, count: opening.count + (isOpen ? 1 : 0) })
  return opening.count
}

const closeFirst =
  <Answer,>(onOpenChange: DialogState['onOpenChange'], onSaved: ((answer: Answer) => unknown) | undefined) =>
  (answer: Answer) => {
    onOpenChange(false)
    return onSaved?.(answer)
  }
