import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import { periods } from '../../../base/points/contract.ts'
import { newDisplay } from '../settings-contract.ts'
import type { AddedDisplay } from '../settings-contract.ts'
import * as styles from './Leaderboard.css.ts'
import { leaderboardSettingsApi } from './client.ts'
import { periodLabels } from './leaderboardLabels.ts'

/** Creates a display, and shows its address this once. */
export function NewDisplayDialog({ isOpen, onOpenChange }: DialogState) {
  const [made, setMade] = useState<AddedDisplay>()
  const close = (open: boolean) => {
    setMade(undefined)
    onOpenChange(open)
  }
  return (
    <Dialog title={made ? 'Address of the display' : 'Add display'} isOpen={isOpen} onOpenChange={close}>
      {made ? <Address display={made} /> : <NewDisplayForm onMade={setMade} />}
    </Dialog>
  )
}

const periodOptions = periods.map((id) => ({ id, label: periodLabels[id] }))

function NewDisplayForm({ onMade }: { onMade: (made: AddedDisplay) => void }) {
  const grades = useQuery(studentsApi.listGrades())
  const add = useMutation(
    leaderboardSettingsApi.addDisplay.mutation({ touches: [leaderboardSettingsApi.listDisplays.key()] }),
  )
  const gradeOptions = [
    { id: '', label: 'All Grades' },
    ...(grades.data ?? []).map((id) => ({ id, label: gradeText(id) })),
  ]
  return (
    <DialogForm
      schema={newDisplay}
      defaultValues={{ name: '', period: 'all-time', grade: '' }}
      save={(body) => add.mutateAsync({ body })}
      submit="Add display"
      onSaved={onMade}
    >
      <FormTextField name="name" label="Name" help="Where it hangs, as “Entrance hall”." autoFocus />
      <FormSelect name="period" label="Period" options={periodOptions} />
      <FormSelect name="grade" label="Grade" options={gradeOptions} />
    </DialogForm>
  )
}

function Address({ display: { name, url } }: { display: AddedDisplay }) {
  return (
    <>
      <DialogBody>
        <Banner tone="warn" title="Shown this once">
          Open this address on {name} now, or copy it. If you lose it, create another display and revoke this one.
        </Banner>
        <p className={styles.address}>{url}</p>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Done</Button>
        <CopyButton variant="primary" text={url} label="Copy address" />
      </DialogFooter>
    </>
  )
}
