import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import type { Option } from '#core/web/ui/fields/OptionItem.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { MAX_MEMBER_BATCH, type Group } from '../../../base/groups/contract.ts'
import { groupReads, groupsApi } from '../../../base/groups/web/client.ts'
import { rosterReads } from '../../../scheduling/rosters/web/client.ts'
import { groupPlacesApi } from '../../../scheduling/rosters/web/groupClient.ts'
import { useChosen } from './useChosen.ts'

/** Adds students by search or pasted names, and registers them for the group's sessions. */
export function AddMembersDialog({ group, ...dialog }: DialogState & { group: Group }) {
  return (
    <Dialog {...dialog} title={`Add students to ${group.name}`}>
      <MemberPicker group={group} onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

const choiceOf = (
  id: string,
  { firstName, lastName, grade }: { firstName: string; lastName: string; grade: string | null },
): Option => ({ id, label: `${firstName} ${lastName}`, ...(grade && { description: `Grade ${grade}` }) })

function MemberPicker({ group, onDone }: { group: Group; onDone: () => void }) {
  const { known, chosenIds, setChosenIds, choose } = useChosen<Option>()
  const [alsoToSessions, setAlsoToSessions] = useState(true)
  const params = { id: group.id }
  const sessions = useQuery({ ...groupPlacesApi.countGroupSessions({ params, query: {} }), staleTime: 0 })
  const count = sessions.data?.count ?? 0
  const { comboBox } = useFoundOptions(
    (search) => studentsApi.listStudents.page({ query: { search, status: 'active', limit: 20 } }),
    (student) => choiceOf(student.id, student),
  )
  const add = useMutation(groupsApi.addMembers.mutation({ touches: groupReads }))
  const givePlaces = useMutation(groupPlacesApi.giveGroupPlaces.mutation({ touches: rosterReads }))
  const save = async () => {
    const studentIds = [...chosenIds]
    try {
      await add.mutateAsync({ params, body: { studentIds } })
      if (count > 0 && alsoToSessions) await givePlaces.mutateAsync({ params, body: { studentIds } })
      notify({ title: `${countText(studentIds.length, 'student')} added`, description: group.name })
      onDone()
    } catch (error) {
      notify({ title: 'Failed to add students', description: errorText(error), tone: 'destructive' })
    }
  }
  return (
    <>
      <DialogBody>
        <ComboBox
          {...comboBox}
          label="Add a student"
          placeholder="Search by name"
          emptyText="No active student found"
          value={null}
          onChange={(id) => choose(comboBox.options.filter((one) => one.id === id))}
          staysEmpty
        />
        <PastedNames groupId={group.id} onFound={choose} />
        {known.length > 0 && (
          <CheckboxGroup label="Students" options={known} value={chosenIds} onChange={setChosenIds} />
        )}
        {count > 0 && (
          <Checkbox
            label={`Also add to ${countText(count, 'upcoming session')}`}
            help="Sessions for which the group is registered."
            isSelected={alsoToSessions}
            onChange={setAlsoToSessions}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          variant="primary"
          isDisabled={chosenIds.length === 0 || chosenIds.length > MAX_MEMBER_BATCH}
          isPending={add.isPending || givePlaces.isPending}
          onPress={save}
        >
          {chosenIds.length > 0 ? `Add ${countText(chosenIds.length, 'student')}` : 'Add students'}
        </Button>
      </DialogFooter>
    </>
  )
}

interface PastedNamesProps {
  groupId: string
  onFound: (choices: readonly Option[]) => void
}

function PastedNames({ groupId, onFound }: PastedNamesProps) {
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const match = useMutation(
    groupsApi.matchNames.mutation({
      onSuccess: (matches) => {
        onFound(
          matches.flatMap(({ students }) =>
            students.length === 1 ? students.map((student) => choiceOf(student.studentId, student)) : [],
          ),
        )
        const unclear = matches.filter(({ students }) => students.length !== 1)
        setText(unclear.map(({ name }) => name).join('\n'))
        setTrouble(
          unclear.length === 0
            ? undefined
            : unclear
                .map(({ name, students }) =>
                  students.length === 0 ? `${name}: no active student` : `${name}: several students, search for one`,
                )
                .join('; '),
        )
      },
      onError: (error) => setTrouble(errorText(error)),
    }),
  )
  const names = text.split('\n').filter((name) => name.trim() !== '')
  return (
    <>
      <TextField
        label="Paste names"
        help="One student on each line, as ‘Ada King’ or ‘King, Ada’."
        isOptional
        multiline
        value={text}
        onChange={setText}
      />
      {trouble && (
        <Banner tone="warn" title="Not every name was found">
          {trouble}
        </Banner>
      )}
      <span>
        <Button
          isDisabled={names.length === 0}
          isPending={match.isPending}
          onPress={() => match.mutate({ params: { id: groupId }, body: { names } })}
        >
          Find students
        </Button>
      </span>
    </>
  )
}
