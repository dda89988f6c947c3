import { useMutation } from '@tanstack/react-query'
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
import { useChosen } from './useChosen.ts'

/** Chooses the staff of a group, who see its members. */
export function StaffDialog({ group, ...dialog }: DialogState & { group: Group }) {
  return (
    <Dialog {...dialog} title={`Staff of ${group.name}`} help="Instructors see the groups they are staff of.">
      <StaffPicker group={group} onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

function StaffPicker({ group, onDone }: { group: Group; onDone: () => void }) {
  const { known, chosenIds, setChosenIds, choose } = useChosen(group.staff)
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
  return (
    <>
      <DialogBody>
        <ComboBox
          {...comboBox}
          label="Add an instructor or admin"
          placeholder="Search by name or email"
          value={null}
          onChange={(id) => choose(found.data?.rows.filter((one) => one.id === id) ?? [])}
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
          onPress={() => save.mutate({ params: { id: group.id }, body: { userIds: [...chosenIds] } })}
        >
          Save staff
        </Button>
      </DialogFooter>
    </>
  )
}
