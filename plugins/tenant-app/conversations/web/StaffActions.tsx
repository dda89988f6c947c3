import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { Conversation } from '../contract.ts'
import { conversationReads, conversationsApi } from './client.ts'

const assignment = z.object({ userId: id })
const addition = z.object({ guardianId: id })
const onError = (error: Error) =>
  notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' })

/** Acts of staff on a conversation: assign, close or reopen, add a guardian. */
export function StaffActions({ conversation }: { conversation: Conversation }) {
  const user = useUser()
  const [open, setOpen] = useState<'assign' | 'guardian'>()
  const params = { id: conversation.id }
  const touches = conversationReads
  const assign = useMutation(conversationsApi.assignConversation.mutation({ touches }))
  const take = useMutation(conversationsApi.assignConversation.mutation({ touches, onError }))
  const change = useMutation(conversationsApi.changeStatus.mutation({ touches, onError }))
  const add = useMutation(conversationsApi.addConversationGuardian.mutation({ touches }))
  const { status, assignedTo, assignable, addable } = conversation
  const isOpen = status === 'open'
  const isMine = assignedTo?.id === user.id
  const entries: MenuEntry[] = [
    ...(isMine ? [] : [{ label: 'Assign to me', onAction: () => take.mutate({ params, body: { userId: user.id } }) }]),
    { label: 'Assign to…', onAction: () => setOpen('assign') },
    ...(assignedTo ? [{ label: 'Unassign', onAction: () => take.mutate({ params, body: { userId: null } }) }] : []),
    ...(addable.length > 0 ? [{ label: 'Add guardian', onAction: () => setOpen('guardian') }] : []),
  ]
  const options = (people: Conversation['assignable']) => people.map((one) => ({ id: one.id, label: one.name }))
  return (
    <>
      <Button
        isPending={change.isPending}
        onPress={() => change.mutate({ params, body: { status: isOpen ? 'closed' : 'open' } })}
      >
        {isOpen ? 'Close' : 'Reopen'}
      </Button>
      <MenuButton label="Actions for this conversation" items={entries} />
      <FormDialog
        title="Assign conversation"
        isOpen={open === 'assign'}
        onOpenChange={() => setOpen(undefined)}
        schema={assignment}
        defaultValues={{ userId: assignedTo?.id ?? user.id }}
        submit="Assign"
        save={(body) => assign.mutateAsync({ params, body })}
      >
        <FormSelect name="userId" label="Assign to" options={options(assignable)} />
      </FormDialog>
      <FormDialog
        title="Add guardian"
        help="The guardian reads all of this conversation, and the others see who was added."
        isOpen={open === 'guardian'}
        onOpenChange={() => setOpen(undefined)}
        schema={addition}
        defaultValues={{ guardianId: addable[0]?.id ?? '' }}
        submit="Add guardian"
        save={(body) => add.mutateAsync({ params, body })}
      >
        <FormSelect name="guardianId" label="Guardian" options={options(addable)} />
      </FormDialog>
    </>
  )
}
