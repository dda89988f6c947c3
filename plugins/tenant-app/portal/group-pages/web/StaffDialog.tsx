import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import type { Group } from '../../../base/groups/contract.ts'
import { groupReads, groupsApi } from '../../../base/groups/web/client.ts'
import { peopleApi } from '../../../base/people/web/client.ts'

/** Chooses the staff of a group, who see its members. */
export function StaffDialog({ group, ...dialog }: DialogState & { group: Group }) {
  return (
    <Dialog {...dialog} title={`Staff of ${group.name}`} help="Instructors see the groups they are staff of.">
      <StaffPicker group={group} onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

function StaffPicker({ group, onDone }: { group: Group; onDone: () => void }) {
  const [known, setKnown] = useState(group.staff)
  const [chosenIds, setChosenIds] = useState(group.staff.map(({ id }) => id))
  const { comboBox, found } = useFoundOptions(
    (search) => peopleApi.listInstructors.page({ query: { search, limit: 20 } }),
    ({ id, name, email }) => ({ id, label: name, description: email ?? undefined }),
  )
  const save = useMutation(
    groupsApi.setStaff.mutation({
      touches: groupReads,
      onSuccess: () => {
        notify({ title: 'Staff saved', description: group.name })
        onDone()
      },
      onError: (error) =>
        notify({ title: 'Failed to save the staff', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const add = (id: string | null) => {
    const person = found.data?.rows.find((one) => one.id === id)
    if (!person) return
    setKnown((people) => (people.some((one) => one.id === person.id) ? people : [...people, person]))
    setChosenIds((ids) => (ids.includes(person.id) ? ids : [...ids, person.id]))
  }
  return (
    <>
      <DialogBody>
        <ComboBox
          {...comboBox}
          label="Add an instructor or admin"
          placeholder="Search by name or email"
          value={null}
          onChange={add}
          staysEmpty
        />
        {known.length > 0 && (
          <CheckboxGroup
            label="Staff"
            options={known.map(({ id, name }) => ({ id, label: name }))}
            value={chosenIds}
            onChange={setChosenIds}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isPending={save.isPending}
          onPress={() => save.mutate({ params: { id: group.id }, body: { userIds: chosenIds } })}
        >
          Save staff
        </Button>
      </DialogFooter>
    </>
  )
}
